import assert from "node:assert/strict";
import test from "node:test";
import { placeCallout } from "../../web/walk/draw/callout.js";

const CARD = { w: 180, h: 44 };

for (const room of [
  { w: 358, h: 560 },
  { w: 890, h: 440 },
])
  test(`in ${room.w} px a card is entirely in the picture and never covers its cell`, () => {
    for (const size of [3, 12, 64])
      for (let x = 0; x <= room.w - size; x += 7)
        for (let y = 0; y <= room.h - size; y += 11) {
          const place = placeCallout({ x, y, w: size, h: size }, CARD, room);
          const what = `${x}, ${y}, ${size}: ${JSON.stringify(place)}`;
          assert.ok(place.x >= 0 && place.x + CARD.w <= room.w, what);
          assert.ok(place.y >= 0 && place.y + CARD.h <= room.h, what);
          const apart =
            place.x >= x + size || place.x + CARD.w <= x || place.y >= y + size || place.y + CARD.h <= y;
          assert.ok(apart, what);
        }
  });

test("the callout stands to the right of the cell if there is room, at the same height", () => {
  const place = placeCallout({ x: 100, y: 200, w: 10, h: 20 }, CARD, { w: 600, h: 400 });
  assert.deepEqual(place, { x: 120, y: 188 });
});
