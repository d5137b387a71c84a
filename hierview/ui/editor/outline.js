// The levels of an outline: what its lines are indented by.

export const indentation = (line) => /^[ \t]*/.exec(line)[0];

// The indentations of the last line above the one at `i` and of all that it hangs below, the shallowest first.
export function levelsAbove(lines, i) {
  const levels = [];
  for (let k = i - 1; k >= 0 && levels[0] !== ""; k--) {
    const space = indentation(lines[k]);
    if (lines[k].trim() && !(levels[0]?.length <= space.length)) levels.unshift(space);
  }
  return levels;
}

// What a line is indented by that stands one level deeper; null where there is no such level.
export function deeperIndentation(lines, i) {
  const levels = levelsAbove(lines, i), now = indentation(lines[i]), last = levels.at(-1);
  const next = levels.find((level) => level.length > now.length);
  return next ?? (now.length === last?.length ? last + unitOf(lines) : null);
}

// One level higher.
export function higherIndentation(lines, i) {
  const now = indentation(lines[i]);
  return now ? levelsAbove(lines, i).findLast((level) => level.length < now.length) ?? "" : null;
}

// What the text is indented by already, else two spaces.
function unitOf(lines) {
  const used = lines.filter((line) => line.trim()).map(indentation).filter(Boolean);
  if (used.some((space) => space.includes("\t"))) return "\t";
  return " ".repeat(used.length ? Math.min(...used.map((space) => space.length)) : 2);
}

// The lines of a block whose first line, empty ones aside, goes from one indentation to another.
export function movedLines(block, from, to) {
  return block.map((line) => {
    if (!line.trim() && block.length > 1) return line;
    if (to.length > from.length) return to.slice(from.length) + line;
    return line.slice(Math.min(from.length - to.length, indentation(line).length));
  });
}
