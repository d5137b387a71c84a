// Files that are dropped anywhere on the page go to Open, which is opened for them; none of them leads away from here.
const OPEN = ".st-key-open [data-testid=stPopoverButton]", FIELD = ".st-key-case-file input[type=file]";
const LONGEST = 5000;  // milliseconds until Open must be there

const holdsFiles = (e) => [...(e.dataTransfer?.types ?? [])].includes("Files") && document.querySelector(OPEN);

// The field of Open once it is there; null where it does not come.
function field() {
  if (!document.querySelector(FIELD)) document.querySelector(OPEN).click();
  return waitForField(Date.now() + LONGEST);
}

async function waitForField(end) {
  const found = document.querySelector(FIELD);
  if (found || Date.now() > end) return found;
  await new Promise((go) => { setTimeout(go, 50); });
  return waitForField(end);
}

async function onDrop(e) {
  if (!holdsFiles(e) || e.defaultPrevented) return;
  e.preventDefault();
  const { files } = e.dataTransfer, input = await field();
  if (!input) return;
  input.files = files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

// Once for every page that the editor is on.
export function takeDrops() {
  if (document.hierviewDrops) return;
  document.hierviewDrops = true;
  document.addEventListener("dragover", (e) => { if (holdsFiles(e)) e.preventDefault(); });
  document.addEventListener("drop", onDrop);
}
