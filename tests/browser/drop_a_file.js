() => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(["Arts > Music > Pop\nArts > Theater\n"], "arts.txt"));
  const more = { bubbles: true, cancelable: true, composed: true, dataTransfer };
  document.querySelector("h2, h1, main, .stMain").dispatchEvent(new DragEvent("drop", more));
}
