import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { rolesScene } from "../../web/labs/roles/draw.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { headIn, whyNoScores, rolesAnswer } from "../../web/labs/roles/state.js";
import { ROLES } from "../../web/labs/roles/words.js";
import { measure, pictureOf } from "./support/pictures.js";

const core = await loadCore();

/** @param {import("../../web/kit/state/picture.js").Picture} picture @param {import("../../web/labs/roles/state.js").Way} way */
function answered(picture, way) {
  const answer = rolesAnswer(core, picture, way);
  assert.ok(!("refused" in answer));
  return answer;
}

for (const weights of /** @type {const} */ (["constructed", "random"]))
  test(`tied matrices and raw inputs make scores symmetric: ${weights}`, () => {
    const picture = pictureOf({ weights, seed: 5 });
    const most = (/** @type {import("../../web/labs/roles/state.js").Way} */ way) =>
      Math.max(...answered(picture, way).asymmetry);
    assert.ok(most("own") > 0.5);
    assert.ok(most("tied") < 1e-6);
    assert.ok(most("raw") < 1e-6);
    picture.dispose();
  });

test("the scores are those of the walk, and the transpose is correct", () => {
  const picture = pictureOf({ causal: true });
  const { scores, turned, asymmetry } = answered(picture, "own");
  assert.deepEqual(scores.data, picture.values("scaled"));
  const [a, b] = [headIn(scores, 3), headIn(turned, 3)];
  let [apart, all] = [0, 0];
  for (let i = 0; i < 12; i++)
    for (let j = 0; j < 12; j++) {
      assert.equal(b[i * 12 + j], a[j * 12 + i]);
      apart += (a[i * 12 + j] - a[j * 12 + i]) ** 2 / 4;
      all += a[i * 12 + j] ** 2;
    }
  assert.ok(Math.abs(asymmetry[3] - Math.sqrt(apart / all)) < 1e-6);
  picture.dispose();
});

test("the lab says in advance why a comparison is impossible", () => {
  const [plain, cross, shared] = [pictureOf(), pictureOf({ keyTokens: ["a"] }), pictureOf({ kvHeads: 2 })];
  assert.equal(whyNoScores(plain, "tied"), null);
  assert.equal(whyNoScores(cross, "own"), "cross");
  assert.equal(whyNoScores(shared, "tied"), "shared");
  assert.equal(whyNoScores(shared, "raw"), null);
  const refused = rolesAnswer(core, shared, "raw");
  assert.match("refused" in refused ? refused.refused.message : "", /raw_inputs needs inputs as wide/);
  for (const picture of [plain, cross, shared]) picture.dispose();
});

for (const width of [340, 900])
  test(`the same cell is hit in both pictures, at ${width} px`, () => {
    const picture = pictureOf();
    const answer = answered(picture, "own");
    const view = { answer, tokens: picture.settings.tokens, head: 0, query: 7, key: 1, words: ROLES };
    const scene = rolesScene(view, { width, palette: LIGHT, measure });
    let places = 0;
    for (let y = 0; y < scene.height; y += 2)
      for (let x = 0; x < width; x += 2) if (scene.hit(x, y)?.join() === "7,1") places++;
    const cell = places / 2;
    assert.ok(cell > 20, String(places));
    assert.ok(scene.marks.every((mark) => !("x" in mark) || (mark.x >= 0 && mark.x <= width)));
    picture.dispose();
  });
