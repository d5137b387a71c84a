(all) => all.map(([name, mark, most, w]) => {
  const lines = most === geometry.ROW_LINE ? geometry.linesOf(name, most) : geometry.linesOf(name);
  return [lines, ...geometry.bodySize(mark, w, lines.length)];
})
