// Controls by their kind, from their description: the browser's own fields, so that keys and screen readers know them.
import { make } from "../scripts/dom.js";

let made = 0;  // so that two groups of radio buttons are never one

const on = (el, type, act) => { el.addEventListener(type, act); return el; };

const labelWithHelp = (label, help) => (help ? make("span", { title: help }, label) : label);

function group(className, { name, label, options, value, help }, host) {
  made += 1;
  const legend = make("legend", help ? { title: help } : {}, label);
  return make("fieldset", { class: className }, legend, ...options.map(([key, said, beside]) => {
    const input = make("input", { type: "radio", name: `hv-${made}`, value: key, checked: key === value ? "" : null });
    on(input, "change", () => host.set(name, key));
    return make("label", {}, input, make("span", {}, said), beside ? make("b", {}, beside) : "");
  }));
}

function numberField({ name, label, value, least, most, step, empty, hint, help }, host) {
  const given = { value: value ?? "", min: least ?? null, max: most ?? null, placeholder: hint || null };
  const input = make("input", { type: "number", ...given, step: step > 1 ? step : "any" });
  on(input, "change", () => {
    if (input.value === "") host.set(name, empty ?? null);
    else if (input.validity.valid) host.set(name, Number(input.value));
    else input.reportValidity();
  });
  return make("label", { class: "number" }, labelWithHelp(label, help), input);
}

function textField({ name, label, value, most, hint, lines, button }, host) {
  const input = make(lines ? "textarea" : "input", { maxlength: most, placeholder: hint ?? null, rows: lines ?? null });
  input.value = value;
  const form = make("form", { class: "text" }, make("label", {}, label, input));
  const tell = () => host.set(name, input.value);
  if (button) form.append(make("button", { class: "primary" }, button));
  else on(input, "change", tell);
  return on(form, "submit", (e) => { e.preventDefault(); tell(); });
}

function checkbox({ name, label, value, help }, host) {
  const input = make("input", { type: "checkbox", checked: value ? "" : null });
  on(input, "change", () => host.set(name, input.checked));
  return make("label", { class: "switch" }, input, labelWithHelp(label, help));
}

// Several of a few.
function checks({ name, label, options, value }, host) {
  const boxes = options.map(([key, text]) => {
    const input = make("input", { type: "checkbox", value: key, checked: value.includes(key) ? "" : null });
    return make("label", {}, input, make("span", {}, text));
  });
  const set = make("fieldset", { class: "checks" }, make("legend", {}, label), ...boxes);
  const chosen = () => [...set.querySelectorAll(":checked")].map((input) => input.value);
  return on(set, "change", () => host.set(name, chosen()));
}

// Several of many, in the order in which they are chosen.
function multipleChoice({ name, label, options, value, most, hint }, host) {
  const said = new Map(options), chosen = value.map((key) => said.get(key) ?? key).join(", ");
  const boxes = options.map(([key, text]) => {
    const input = make("input", { type: "checkbox", checked: value.includes(key) ? "" : null });
    input.disabled = !input.checked && value.length >= most;
    on(input, "change", () => host.set(name, input.checked ? [...value, key] : value.filter((other) => other !== key)));
    return make("label", {}, input, text);
  });
  const summary = make("summary", {}, `${label}: ${chosen || hint}`);
  return make("details", { class: "many" }, summary, make("div", {}, ...boxes));
}

export const CONTROLS = {
  tabs: (control, host) => group("tabs", control, host),
  radio: (control, host) => group("radio", control, host),
  number: numberField,
  text: textField,
  checks,
  many: multipleChoice,
  select({ name, label, options, value }, host) {
    const choice = ([key, said]) => make("option", { value: key, selected: key === value ? "" : null }, said);
    const el = make("select", {}, ...options.map(choice));
    return make("label", { class: "select" }, label, on(el, "change", () => host.set(name, el.value)));
  },
  bound({ name, label, options, value, help }, host) {
    made += 1;
    const input = make("input", { value, list: `hv-${made}` });
    const choices = make("datalist", { id: `hv-${made}` }, ...options.map(([key]) => make("option", { value: key })));
    on(input, "change", () => host.set(name, input.value));
    return make("label", { class: "number" }, labelWithHelp(label, help), input, choices);
  },
  places: (control, host) => group("places", control, host),
  switch: checkbox,
  check: checkbox,
  link: ({ label, address }) => make("a", { href: `./?${new URLSearchParams(address)}` }, label),
  file: ({ label, address }) => make("a", { href: new URL(address, import.meta.url).href, download: "" }, label),
  share: ({ label }) => make("button", { type: "button", class: "quiet", "data-share": "" }, label),
  menu({ label, controls }, host) {
    const entries = controls.map((control) => CONTROLS[control.kind](control, host));
    return make("details", { class: "menu" }, make("summary", {}, label), make("div", {}, ...entries));
  },
  press({ name, label, beside, disabled, primary }) {
    const set = { type: "button", class: primary ? "primary" : "quiet", "data-press": name };
    const button = make("button", { ...set, disabled: disabled ? "" : null }, label);
    return beside ? make("span", { class: "press" }, beside, " ", button) : button;
  },
};
