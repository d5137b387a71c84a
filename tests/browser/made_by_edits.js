// Each edit of a drawing: the sentence that refuses it, or the drawing after it.
// As text: Playwright takes a value apart by itself, which takes longer than all the edits.
(rows) => JSON.stringify(JSON.parse(rows).map(([drawn, edit]) => {
  const copy = graph.graphOf(drawn), refused = table.refusal(copy, edit);
  if (refused !== null) return refused;
  table.applyEdit(copy, edit);
  const classes = [...copy.classes].map(([key, c]) => {
    if (key !== c.name) throw new Error(`${c.name} is kept as ${key}`);
    return [c.name, c.mark, c.artificial, c.pinned ? [c.x, c.y] : null];
  });
  return [classes, [...copy.edges.values()].map((e) => [e.parent, e.child, e.weight])];
}))
