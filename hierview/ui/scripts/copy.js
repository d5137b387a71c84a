// Text for the clipboard, also of a page without https, which has no clipboard of its own.
import { make } from "./dom.js";

// False where the browser keeps its clipboard from the page.
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch { return copyField(text); }
}

function copyField(text) {
  const field = make("textarea", { readonly: "", style: "position: fixed; opacity: 0" });
  const focused = document.activeElement;
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  focused?.focus({ preventScroll: true });
  return isCopied;
}
