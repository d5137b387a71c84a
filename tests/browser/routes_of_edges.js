() => [[], [[5, 40]], [[5, 40], [7, 60]]].map((bends) => {
  const route = geometry.routeOf({ x: 0, y: 0, h: 36 }, { x: 10, y: 100, h: 48 }, bends);
  return [route, geometry.middleOf(route)];
})
