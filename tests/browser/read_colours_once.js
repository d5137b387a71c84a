// A page has a few colours, and axe-core reads each of them again for every element and all that is behind it.
() => {
  const { Color } = axe.commons.color, { parseString } = Color.prototype, colours = new Map();
  Color.prototype.parseString = function (text) {
    if (!colours.has(text)) colours.set(text, parseString.call(new Color(), text));
    const { r, g, b, alpha } = colours.get(text);
    return Object.assign(this, { r, g, b, alpha });
  };
}
