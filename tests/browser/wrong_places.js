// Stages and drawings of many sizes; what must hold of where the drawing then lies.
(sizes) => sizes.flatMap(([W, H, w, h, x, y]) => {
  const {
    frameOf, freeCorner, inSight, isWhollyInView, medianShifted, pinchedPlace, placeThatFits, placeToShow, pointAt,
    reducedStretch, shiftIntoView, spreadOf, zoomedPlace, ZOOM,
  } = geometry;
  const size = [W, H], frame = frameOf([{ x, y, w, h }], [[x + w, y]]), wrong = [];
  const check = (says, fine) => { if (!fine) wrong.push(`${says}: ${[W, H, w, h, x, y]}`); };
  const near = (a, b) => a.every((value, i) => Math.abs(value - b[i]) < 1e-6);
  check("frame", near([frame.left, frame.right, frame.top, frame.bottom], [x - w / 2, x + w, y - h / 2, y + h / 2]));
  const place = placeThatFits(frame, x, size);
  check("legible", place.scale >= 14 / 16 && place.scale <= 1);
  const roomy = 1.5 * w * place.scale <= W - 48 && h * place.scale <= H - 48;
  check("all is seen", !roomy || isWhollyInView(place, frame, size));
  check("its top is seen", place.scale * frame.top + place.y >= -1e-6 || isWhollyInView(place, frame, size));
  const lost = { scale: 1, x: 1e6, y: -1e6 }, found = inSight(lost, frame, size);
  check("lost", !isWhollyInView(lost, frame, size));
  check("in sight", found.scale * frame.left + found.x <= W - 60 + 1e-6 && found.scale * frame.bottom + found.y >= 0);
  const box = { x, y, w: 40, h: 36 }, off = shiftIntoView(box, found, size, 12);
  const moved = { scale: 1, x: found.x + off[0], y: found.y + off[1] };
  check("revealed", shiftIntoView(box, moved, size, 12).every((rest) => Math.abs(rest) < 1e-6));
  for (const factor of [0.01, 0.8, 1, 1.25, 99]) {
    const at = [W / 3, H / 4], next = zoomedPlace(place, factor, at);
    check("zoom keeps its point", near(pointAt(place, at), pointAt(next, at)));
    check("zoom has ends", next.scale >= ZOOM[0] && next.scale <= ZOOM[1]);
  }
  const before = spreadOf([10, 10], [60, 90]), now = spreadOf([30, 20], [90, 80]);
  const after = pinchedPlace(place, before, now);
  const there = medianShifted(place, [[3, 5], [99, -40], [3, 5]]);
  check("most stand still", near([there.x + there.scale * (x + 3), there.y + there.scale * (y + 5)],
    [place.x + place.scale * x, place.y + place.scale * y]));
  check("no class, no move", near(Object.values(medianShifted(place, [])), Object.values(place)));
  check("distances stay while there is room", near(reducedStretch([1.5, 1.3], [1.9, 1.2]), [1.5, 1.08]));
  const marked = frameOf([{ x: x + w / 8, y: y + h / 8, w: w / 5, h: h / 5 }]);
  const shown = placeToShow(marked, frame, place, size);
  const far = { scale: shown.scale, x: place.x, y: place.y };
  const least = (W < 500 ? 10 : 4) / 16;
  check("marked is seen", shown.scale <= least + 1e-6 || isWhollyInView({ ...shown, y: shown.y + 1e-6 }, marked, size));
  const { left, right, top, bottom } = marked, air = (pixels) => pixels / shown.scale;
  const airy = { left: left - air(24), right: right + air(24), top: top - air(52), bottom: bottom + air(24) };
  const larger = shown.scale * (frame.right - frame.left) > W && shown.scale * (frame.bottom - frame.top) > H;
  check("it stays where it may",
    !larger || !isWhollyInView(far, airy, size) || near([shown.x, shown.y], [far.x, far.y]));
  const corners = ["top right", "top left", "bottom right", "bottom left"];
  const boxes = [[x, y, w, h], [W / 2, 0, W / 4, H / 4]].map(([left, top, wide, high]) =>
    ({ left, top, right: left + wide, bottom: top + high }));
  const free = freeCorner([90, 60], corners, boxes, size);
  check("nothing lies over a class", !free || boxes.every((b) =>
    b.left >= free.right || b.right <= free.left || b.top >= free.bottom || b.bottom <= free.top));
  check("on the stage", !free || (free.left >= 8 && free.top >= 8 && free.right <= W - 8 && free.bottom <= H - 8));
  const everywhere = [{ left: 0, top: 0, right: W, bottom: H }];
  check("away where no corner is free", freeCorner([90, 60], corners, everywhere, size) === null);
  check("the best corner", freeCorner([90, 60], corners, [], size).corner === "top right");
  check("pinch", near(pointAt(place, [before.x, before.y]), pointAt(after, [now.x, now.y])));
  return wrong;
})
