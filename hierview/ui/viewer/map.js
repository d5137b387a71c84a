// A map of cells in rows: where the arrow keys lead, and what the cell that is pointed at is called.
const levelOf = (cell) => Number(cell.dataset.level);

// The cell that a key leads to: beside it, in the row above over its middle, or the first below; none for other keys.
export function cellBeside(cell, key) {
  const all = [...cell.parentElement.children], level = levelOf(cell);
  const row = (i) => all.filter((other) => levelOf(other) === i), same = row(level), at = same.indexOf(cell);
  const { left, right } = cell.getBoundingClientRect(), middle = (left + right) / 2;
  const spans = (other) => {
    const { left: start, right: end } = other.getBoundingClientRect();
    return start <= middle && middle <= end;
  };
  const under = (other) => {
    const { left: start } = other.getBoundingClientRect();
    return left - 1 <= start && start < right - 1;
  };
  switch (key) {
    case "ArrowLeft": return same[at - 1];
    case "ArrowRight": return same[at + 1];
    case "ArrowUp": return row(level - 1).find(spans);
    case "ArrowDown": return row(level + 1).find(under);
    case "Home": return same[0];
    case "End": return same.at(-1);
    default: return null;
  }
}

// Many cells are too narrow for their names.
export function tellCell(box, cell) {
  const said = box.querySelector(".cellsaid");
  if (said) said.textContent = cell?.getAttribute("aria-label") ?? "";
}
