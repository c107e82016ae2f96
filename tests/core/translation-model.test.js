// The translator's weights that come with the page: equal to those of training, and to torch.nn.MultiheadAttention.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { translationFiles } from "../../tools/lib/default-model.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import { TRANSLATION_FILES, TRANSLATION_MODEL } from "../../web/kit/state/translation-model.js";
import { readFixture } from "./fixture.js";

const core = await loadCore();
const model = core.createModel(TRANSLATION_MODEL);
model.load(readFileSync(inRoot("models", TRANSLATION_FILES[500])));

test("the files equal the result of training, to the bit", async () => {
  for (const [name, content] of await translationFiles())
    assert.ok(readFileSync(inRoot(name)).equals(content), `${name}: npm run models writes it anew`);
});

test("the model translates, and one of its encoder's heads looks at the nouns of determiners", () => {
  assert.equal(model.step, 500);
  const { right, content, determiners } = model.evaluate();
  assert.ok(right >= 0.97, `${right} of the sentences are right`);
  assert.ok(Math.max(...content.flat()) >= 0.9, `content words: ${content}`);
  assert.ok(Math.max(...determiners.flat()) >= 0.8, `determiners: ${determiners}`);
  assert.equal(
    model.translate("the small white house sees them").words.join(" "),
    "la petite maison blanche les voit",
  );
});

test("all three kinds of attention equal torch.nn.MultiheadAttention with padding", async () => {
  const cases = await readFixture("translator");
  assert.equal(cases.length, 3);
  for (const { name, tensors } of cases) {
    const { attention, probabilities } = model.translate(name.replaceAll("_", " "));
    const found = {
      encoder: attention("encoder"),
      decoder: attention("decoder"),
      cross: attention("cross"),
      probabilities: { data: probabilities, shape: [probabilities.length] },
    };
    for (const [what, { data, shape }] of Object.entries(found)) {
      assert.deepEqual(shape, tensors[what].shape, `${name}: ${what}`);
      const far = data.map((each, i) => Math.abs(each - tensors[what].data[i]));
      assert.ok(Math.max(...far) < 1e-5, `${name}: ${what} differs by ${Math.max(...far)}`);
    }
  }
});
