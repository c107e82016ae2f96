// Every message has an id and parameters. French and Chinese have every message that can reach a reader, by id.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { filesBelow } from "../../tools/lib/stamp.mjs";
import { fill } from "../../web/core/message.js";
import { CHECK_REFUSALS } from "../../web/check/words-refusals.js";
import { MODEL_REFUSALS } from "../../web/models/words-refusals.js";
import { EMBED_REFUSALS } from "../../web/embed/words-refusals.js";
import { REFUSALS } from "../../web/kit/text/refusals.js";
import { messageText } from "../../web/kit/text/words.js";
import { PATCH_REFUSALS } from "../../web/patches/words-refusals.js";
import { TRAIN_REFUSALS } from "../../web/train/words-refusals.js";
import { messagesInside, refusals } from "./support/refusals.js";
import { holdForRelease, locales } from "./support/translations.js";

/** Messages that only programs get, because no element calls the core or the C++ library in such a way. */
const OF_PROGRAMS = `
  config_not_resolved copy_between_shapes fused_inputs_differ gradient_of_other_shape head_scale_count
  head_scale_no_array input_shape input_swapped inputs_differ key_padding_mask_shape linear_parameters linear_shapes
  mask_does_not_broadcast matmul_shapes meta_mixed no_biases no_gradient no_query no_step_on_tape query_missing scope_has_attention
  size_too_large slice_leaves tensor_without_numbers uncountable values_do_not_fill weights_are_nan weights_are_spread
  weights_of_another_run weights_of_other_sizes bytes_do_not_fill columns_beyond
  no_latent no_latent_option no_present no_qk_norm no_sinks not_on_or_options past_needs_both past_shape slopes_follow_heads window_sides rope_range rope_factors
  contributions_of_wrong_path dropout_out_of_range measure_of_transferred measure_without_weights needs_run needs_same_core needs_trace
  needs_two_traces no_head no_key_position no_meeting no_order no_step no_step_untraced no_tensor no_tensor_untraced order_no_positions
  words_for_tokens facts_of_tokens rows_of_columns all_heads_pruned
  called_while_reading disposed_of no_tokens not_a_fraction not_an_array not_calls not_strings not_whole_numbers offset_not_whole
  sharpness_not_nats unexpected
  batch_too_large cut_layer cut_position file_of_another_model file_of_other_sizes file_step head_scale_rows model_head_scale_count
  no_blank_to_cut no_checkpoint no_cut no_layer no_position_to_cut no_word not_a_sentence not_cuts nothing_wanted
  parameters_of_another_model parameters_of_other_heads sentences_out_of_range size_out_of_range steps_out_of_range untold_cut
  windows_for_layers words_of_another_task words_out_of_range
  dropout_no_object file_not_finite head_scale_not_finite misspelt
  axes_of_input block_without_parameter bytes_of_strings data_of_other_length fraction_out_of_range indices_missing
  input_without_output masks_of_segments no_blanks_in_batch no_factor no_index_of_row no_place_of_query no_position_of_blank no_segments
  not_contiguous nothing_to_compute operand_count operation_attributes operation_takes_none packed_operand parameters_of_one_name released_step too_many_blanks
  no_bytes not_float32 not_options not_safetensors steps_uncountable too_many_calls
`;

const LITERAL = /"(?:[^"\\]|\\.)*"/.source;
/** Matches code that makes a message, in C++ or JavaScript: a code for errors, an id, and a form, which C++ writes as one or more literals. */
const MADE = new RegExp(
  `\\b(?:(?:fail|fail_with|failure_of|refusal)\\(\\s*(?:ErrorCode::\\w+|code|"\\w+"),|(?:message|notice|notice_with)\\()\\s*"(\\w+)",\\s*((?:${LITERAL}\\s*)+)`,
  "g",
);

/** The English forms by id, from all places that make the message. @type {Map<string, Set<string>>} */
const forms = new Map();

/** @param {string} id @param {string} form */
function note(id, form) {
  const all = forms.get(id) ?? new Set();
  forms.set(id, all.add(form));
}

for (const file of ["src", "web/core"].flatMap((folder) => filesBelow(inRoot(folder))))
  if ([".cpp", ".hpp", ".js"].includes(path.extname(file)))
    for (const [, id, literals] of code(file).matchAll(MADE))
      note(id, (literals.match(new RegExp(LITERAL, "g")) ?? []).map((each) => JSON.parse(each)).join(""));
for (const table of [
  REFUSALS,
  TRAIN_REFUSALS,
  EMBED_REFUSALS,
  CHECK_REFUSALS,
  MODEL_REFUSALS,
  PATCH_REFUSALS,
])
  for (const [id, form] of Object.entries(table)) note(id, form);

/** Without comments. @param {string} file */
function code(file) {
  return readFileSync(file, "utf8").replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
}

/** @param {string} form */
const blanksOf = (form) => new Set([...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));

const programs = OF_PROGRAMS.trim().split(/\s+/);
const met = await refusals();

test("an id has one form", () => {
  assert.ok(forms.size > 200, `only ${forms.size} ids`);
  for (const [id, all] of forms) {
    assert.match(id, /^[a-z][a-z0-9_]*$/);
    assert.equal(all.size, 1, `${id}: ${[...all].join(" | ")}`);
  }
});

test("the list of messages for programs has only existing messages", () => {
  assert.deepEqual(
    programs.filter((id) => !forms.has(id)),
    [],
  );
});

for (const { lang, locale } of locales) {
  test(`${lang} has words for every message that can reach a reader, or they wait for a release, and for no other`, (t) => {
    const expected = [...forms.keys()].filter((id) => !programs.includes(id));
    const own = Object.keys(locale.messagesById);
    assert.deepEqual(
      own.filter((id) => !expected.includes(id)),
      [],
    );
    const waiting = expected.filter((id) => !own.includes(id)).map((id) => `messagesById.${id}`);
    holdForRelease(t, lang, waiting);
  });

  test(`${lang} names no parameter that a message lacks`, () => {
    for (const [id, form] of Object.entries(locale.messagesById)) {
      const [english = ""] = forms.get(id) ?? [];
      for (const name of blanksOf(form)) assert.ok(blanksOf(english).has(name), `${id}: {${name}}`);
    }
  });
}

test("messages carry the parameters that their forms name", () => {
  for (const said of [...met.values()].flatMap(messagesInside)) {
    const [form = ""] = forms.get(said.id) ?? [];
    assert.ok(form, `${said.id}: ${said.message}`);
    assert.deepEqual(new Set(Object.keys(said.parameters)), blanksOf(form), said.id);
  }
});

test("the parameters of a message of the core make its sentence", async () => {
  const { coreMessages } = await import("./support/refusals.js");
  for (const { id, parameters, message } of coreMessages()) {
    const [form = ""] = forms.get(id) ?? [];
    assert.equal(fill(form, parameters), message);
  }
});

test("messages name the expected value in three languages", () => {
  const expected = JSON.parse(readFileSync(inRoot("tests/fixtures/refusals.json"), "utf8"));
  for (const [name, message] of met) {
    assert.equal(message.message, expected[name]?.en, name);
    for (const { lang, locale } of locales) {
      const waits = messagesInside(message).some(({ id }) => !(id in locale.messagesById));
      if (!waits) assert.equal(messageText(message, { locale }), expected[name][lang], `${name}, ${lang}`);
    }
  }
  assert.deepEqual([...met.keys()].sort(), Object.keys(expected).sort());
});

test("messages that a language lacks, and errors without an id, are shown unchanged", () => {
  const locale = { messagesById: { known: "connu {one}" } };
  assert.equal(messageText({ id: "unknown", parameters: {}, message: "as it is" }, { locale }), "as it is");
  assert.equal(messageText(new RangeError("no message"), { locale }), "no message");
  assert.equal(
    messageText({ id: "known", parameters: { one: [1, 2] }, message: "" }, { locale }),
    "connu (1, 2)",
  );
  const inner = { id: "known", parameters: { one: 3 }, message: "known 3" };
  assert.equal(
    messageText({ id: "known", parameters: { one: inner }, message: "" }, { locale }),
    "connu connu 3",
  );
  assert.equal(messageText(inner), "known 3");
});
