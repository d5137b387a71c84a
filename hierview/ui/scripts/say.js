// Texts of the interface in the page's language. The English one stands where it is used, and is the key of the others.
let texts = {};

// Speak with the texts that the page was sent: each by its English one, none in English. True where they are others.
export function speakWith(sent = {}) {
  const other = Object.keys(sent).length !== Object.keys(texts).length
    || Object.entries(sent).some(([text, said]) => texts[text] !== said);
  texts = sent;
  return other;
}

// A text, written out where it is used and never put together, with its named values in it: "{n} of {total}".
export function say(text, values = {}) {
  const said = Object.hasOwn(texts, text) ? texts[text] : text;
  return said.replace(/\{(\w+)\}/g, (field, name) => (Object.hasOwn(values, name) ? String(values[name]) : field));
}
