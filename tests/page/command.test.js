// The package's command: what it writes and its exit code, and as a process with other outputs.
import assert from "node:assert/strict";
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import { spawnSync } from "node:child_process";
import { inRoot } from "../../tools/lib/paths.mjs";
import { readNpz } from "../../web/check/state/npz.js";
import { npz } from "../../web/kit/state/npz.js";
import { renderCSV, renderSVG } from "../../web/render/index.js";
import { SETTINGS } from "../../web/kit/state/settings.js";
import { SHOWN } from "../../web/kit/state/shown.js";
import { headscope, headscopeProcess } from "./support/command.js";

const folder = mkdtempSync(path.join(tmpdir(), "headscope-command-"));
after(() => rmSync(folder, { recursive: true }));

const SMALL = ["--tokens", "The cat sat", "--d-model", "8", "--heads=2"];
const OPTIONS = { tokens: "The cat sat", dModel: 8, heads: 2 };

test("a picture goes to a file or to standard output, equal to the bytes of headscope/svg", async () => {
  const svg = await renderSVG({ ...OPTIONS, step: "weights", causal: true, theme: "dark", width: 480 });
  const given = [...SMALL, "--step", "weights", "--causal", "--theme", "dark", "--width", "480"];
  const file = path.join(folder, "fig.svg");
  assert.deepEqual(await headscope("render", ...given, "--out", file), { status: 0, stdout: "", stderr: "" });
  assert.equal(readFileSync(file, "utf8"), svg);
  assert.deepEqual(headscopeProcess("render", ...given, "--out", "-"), {
    status: 0,
    stdout: svg,
    stderr: "",
  });
  assert.equal((await headscope("render", ...given)).stdout, svg);
});

test("an author's look is set by the names of --mha-*, and values can contain commas", async () => {
  const look = { accent: "#a03", font: "Times New Roman, serif", heat: "#ffffff,#a03000", ink: "#22313f" };
  const svg = await renderSVG({ ...OPTIONS, view: "map", look });
  const written = "accent=#a03, font=Times New Roman, serif,heat=#ffffff,#a03000 ,ink=#22313F";
  assert.deepEqual(await headscope("render", ...SMALL, "--view", "map", "--look", written), {
    ...{ status: 0, stdout: svg, stderr: "" },
  });
});

test("a model's name gives its attention", async () => {
  const svg = await renderSVG({ tokens: "The cat sat", attention: "mistral", step: "masked" });
  const given = ["--tokens", "The cat sat", "--attention", "mistral", "--step", "masked"];
  assert.equal((await headscope("render", ...given)).stdout, svg);
});

test("a wrong path, and numbers as CSV or JSON", async () => {
  assert.equal(
    (await headscope("render", ...SMALL, "--wrong", "no_scale")).stdout,
    await renderSVG({ ...OPTIONS, wrong: "no_scale" }),
  );
  const file = path.join(folder, "fig.CSV");
  assert.equal((await headscope("render", ...SMALL, "--view=head", "--head", "1", "--out", file)).status, 0);
  assert.equal(readFileSync(file, "utf8"), await renderCSV({ ...OPTIONS, view: "head", head: 1 }));
  const { stdout } = await headscope("render", ...SMALL, "--step", "masked", "--causal", "--json");
  const { view, state, tensors } = JSON.parse(stdout);
  assert.deepEqual([view, state.causal, tensors[0].shape], ["walk", true, [1, 2, 3, 3]]);
  assert.equal(tensors[0].data[1], "-Infinity");
});

test("the help lists all options, from the tables", async () => {
  const { status, stdout } = headscopeProcess("--help");
  assert.equal(status, 0);
  assert.match(stdout, /^Usage: headscope <command>[^]*\n {2}render /);
  assert.equal((await headscope()).stdout, stdout);
  const help = (await headscope("render", "--help")).stdout;
  for (const { attribute } of [...SETTINGS, ...SHOWN])
    assert.match(help, new RegExp(`^  --${attribute}( |$)`, "m"));
  for (const own of ["view", "width", "theme", "look", "alt", "out", "json"])
    assert.match(help, new RegExp(`^  --${own}( |$)`, "m"));
  assert.equal(
    (await headscope("--version")).stdout.trim(),
    JSON.parse(readFileSync(inRoot("package.json"), "utf8")).version,
  );
});

const saved = (/** @type {string} */ name) => inRoot("tests/fixtures/saved", `${name}.npz`);

test("check exits with 0 if all arrays agree, otherwise with 1, and says where and why they differ", async () => {
  const right = await headscope("check", saved("right"));
  assert.deepEqual([right.status, right.stderr], [0, ""]);
  assert.match(right.stdout, /^x \(B, T, d_model\) = \(2, 5, 8\); 2 heads of 4 features\n\n {2}step /);
  assert.match(right.stdout, /\n {2}scores {5}\(2, 2, 5, 5\) +\S+ +agrees, before ÷ √d_k\n/);
  assert.match(right.stdout, /\nAll 7 arrays that were saved agree\.\n$/);
  const wrong = await headscope("check", saved("softmax_axis"));
  assert.deepEqual([wrong.status, wrong.stderr], [1, ""]);
  assert.match(
    wrong.stdout,
    /\n {2}attention .* first difference, at \[0, 0, 1, 2\] 0\.7174, the core has 0\.08328\n/,
  );
  assert.match(
    wrong.stdout,
    /Known wrong path: softmax over queries\. It gives every array that you saved\./,
  );
  assert.match(
    wrong.stdout,
    /\nCorrect: scores\.softmax\(-1\)\nMore about this bug: docs\/guide\/bugs\.md#softmax_axis\n$/,
  );
  assert.match((await headscope("check", saved("mean"))).stdout, /\n {2}q +not saved\n/);
  assert.match(
    (await headscope("check", saved("shape"))).stdout,
    /first difference, expected \(2, 2, 5, 5\) or/,
  );
  assert.match(
    (await headscope("check", saved("over_heads"))).stdout,
    /Known wrong path: softmax over the heads\. It gives every array that you saved\./,
  );
  assert.match(
    (await headscope("check", saved("unexplained"))).stdout,
    /No known wrong path gives these numbers\.\nThe core computes attention = /,
  );
});

test("check writes its findings as JSON, with the same exit codes", async () => {
  const { status, stdout } = await headscope("check", "--json", saved("mask_reversed"));
  const { sizes, parts, path: wrong, steps, report } = JSON.parse(stdout);
  assert.deepEqual([status, sizes.H, parts, wrong.id], [1, 2, "attention", "mask_reversed"]);
  assert.deepEqual([steps[4].beside.theirs, steps[4].beside.difference], ["NaN", "Infinity"]);
  assert.equal(report, (await headscope("check", saved("mask_reversed"))).stdout);
  assert.match((await headscope("check", "--help")).stdout, /np\.savez\("my\.npz"[^]*--json/);
});

for (const [what, given, said] of /** @type {[string, string[], RegExp][]} */ ([
  ["check without a file", ["check"], /one file is checked at a time: headscope check my\.npz/],
  ["check of two files", ["check", "a.npz", "b.npz"], /one file is checked at a time/],
  ["a file that there is not", ["check", "none.npz"], /"none\.npz" could not be read: ENOENT/],
  ["a file that is none", ["check", inRoot("package.json")], /package\.json: the file is no \.npz/],
  ["arrays that lack something", ["check", saved("no_weights")], /no_weights\.npz: the arrays lack wK, wO/],
  [
    "an option that check has not",
    ["check", saved("right"), "--jsn"],
    /no option --jsn; did you mean --json\? headscope check --help/,
  ],
  ["a command that there is not", ["rendr"], /no command "rendr"; did you mean render\?/],
  [
    "an option that there is not",
    ["render", ...SMALL, "--stpe", "q"],
    /no option --stpe; did you mean --step\?/,
  ],
  ["an option without its value", ["render", "--tokens"], /--tokens takes TEXT, and nothing stands after it/],
  [
    "the value of a flag after a space",
    ["render", "--tokens", "a b", "--causal", "false", "--out", "x.svg"],
    /--causal is a flag: write --causal=false\n$/,
  ],
  [
    "what belongs to no option",
    ["render", "--tokens", "The", "cat"],
    /"cat" belongs to no option; a sentence stands in quotes/,
  ],
  ["no tokens", ["render", "--step", "q"], /no tokens: give a sentence as --tokens/],
  [
    "a step that there is not",
    ["render", ...SMALL, "--step", "softmax"],
    /step "softmax" is none of x, q, k, v, /,
  ],
  [
    "sizes that do not go together",
    ["render", ...SMALL, "--heads", "3"],
    /d_model 8 is not divisible by heads 3 \(nearest/,
  ],
  [
    "a number that is none",
    ["render", ...SMALL, "--width", "wide"],
    /width wide is not a number of px above 0/,
  ],
  [
    "a flag that is neither on nor off",
    ["render", ...SMALL, "--causal=maybe"],
    /causal "maybe" is neither true nor false/,
  ],
  ["a view that there is not", ["render", ...SMALL, "--view", "wlk"], /view "wlk" is none of walk/],
  [
    "a wrong path that there is not",
    ["render", ...SMALL, "--wrong", "x"],
    /wrong "x" is none of none, view_without_transpose/,
  ],
  [
    "a look of no name",
    ["render", ...SMALL, "--look", "red"],
    /--look "red" begins with no name; expected some of accent, ink, /,
  ],
  [
    "a look that there is not",
    ["render", ...SMALL, "--look", "acent=#a03"],
    /look "acent" is none of paper, card, ink, accent, /,
  ],
  [
    "a colour that is none",
    ["render", ...SMALL, "--look", "accent=red,ink=#123"],
    /accent "red" is no colour of three or six digits, as #a03000/,
  ],
  ["PNG", ["render", ...SMALL, "--out", path.join(folder, "a.png")], /PNG takes a browser/],
  [
    "JSON in a file of another name",
    ["render", ...SMALL, "--json", "--out", path.join(folder, "a.svg")],
    /--json writes JSON, and --out .*a\.svg" does not end in \.json/,
  ],
  [
    "a name that says no kind",
    ["render", ...SMALL, "--out", path.join(folder, "a.txt")],
    /end it in \.svg, \.csv, \.json/,
  ],
  [
    "a file that cannot be written",
    ["render", ...SMALL, "--out", path.join(folder, "none/a.svg")],
    /could not be written: ENOENT/,
  ],
  [
    "a path that the system refuses",
    ["render", ...SMALL, "--out", path.join(folder, `${"a".repeat(300)}.svg`)],
    /could not be written: ENAMETOOLONG/,
  ],
]))
  test(`${what} is refused on the standard error, with exit code 2`, async () => {
    const { status, stdout, stderr } = await headscope(...given);
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, said);
    assert.match(stderr, /^headscope: [^\n]+\n$/, "one line");
  });

/** @param {string} redirections of a shell, with "$@" for the command @param {readonly string[]} given */
function inShell(redirections, ...given) {
  const command = [process.execPath, inRoot("web/command/main.js"), ...given];
  const { status, stdout, stderr } = spawnSync("bash", ["-c", redirections, "bash", ...command], {
    encoding: "utf8",
    timeout: 120_000,
  });
  return { status, stdout, stderr };
}

const closed = 'set +o pipefail; "$@" | true; echo ${PIPESTATUS[0]}';

test("a closed output does not change the exit code", () => {
  for (const [name, code] of [
    ["right", 0],
    ["softmax_axis", 1],
    ["objects", 2],
  ])
    assert.equal(inShell(closed, "check", saved(String(name))).stdout, `${code}\n`, String(name));
  assert.equal(inShell('"$@" 2>&-', "check", saved("objects")).status, 2);
});

test("a full output gives a message and exit code 2", { skip: !existsSync("/dev/full") }, () => {
  for (const given of [
    ["check", saved("right")],
    ["check", saved("softmax_axis")],
    ["render", ...SMALL],
  ]) {
    const { status, stderr } = inShell('"$@" > /dev/full', ...given);
    assert.equal(status, 2, given.join(" "));
    assert.match(stderr, /^headscope: the output could not be written: ENOSPC[^\n]+\n$/);
  }
});

test("a failed write keeps the old file and leaves no other file", () => {
  const file = path.join(folder, "full.svg");
  writeFileSync(file, "before");
  const { status, stderr } = inShell('ulimit -f 1; trap "" XFSZ; "$@"', "render", ...SMALL, "--out", file);
  assert.equal(status, 2, stderr);
  assert.match(stderr, /full\.svg" could not be written: EFBIG/);
  assert.equal(readFileSync(file, "utf8"), "before");
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith("full")),
    ["full.svg"],
  );
});

test("a link to a file stays a link, and a device is written to", async () => {
  const [file, link] = [path.join(folder, "linked.svg"), path.join(folder, "link.svg")];
  writeFileSync(file, "");
  symlinkSync(file, link);
  assert.equal((await headscope("render", ...SMALL, "--out", link)).status, 0);
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.match(readFileSync(file, "utf8"), /^<svg/);
});

test("pipes, devices and folders are not read", () => {
  const pipe = path.join(folder, "pipe.npz");
  spawnSync("mkfifo", [pipe]);
  for (const file of [pipe, "/dev/zero", folder]) {
    const { status, stderr } = inShell('"$@"', "check", file);
    assert.equal(status, 2, file);
    assert.match(
      stderr,
      /could not be read: it is a folder, a pipe or a device; save the arrays to a file\n$/,
    );
  }
});

test("control characters in names are escaped", async () => {
  const file = path.join(folder, "names.npz");
  const arrays = [...readNpz(readFileSync(saved("right"))).values()];
  const name = "a\x1b]0;owned\x07\x9b31m\u202eb";
  writeFileSync(
    file,
    npz([
      ...arrays.map((array) => ({ ...array, data: Float32Array.from(array.data) })),
      { name, shape: [1], data: Float32Array.of(1) },
    ]),
  );
  const controls = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/;
  for (const given of [[], ["--json"]]) {
    const { status, stdout } = await headscope("check", ...given, file);
    assert.equal(status, 0);
    assert.doesNotMatch(stdout, controls);
    assert.match(stdout, /a\\u001b\]0;owned\\u0007\\u009b31m\\u202eb/);
  }
  const bad = path.join(folder, "bad\x1b[31m.npz");
  writeFileSync(bad, "x");
  assert.doesNotMatch((await headscope("check", bad)).stderr, controls);
});

test("of a repeated option the last one counts, and a flag can be negated", async () => {
  const svg = await renderSVG({ ...OPTIONS, heads: 4, step: "weights" });
  assert.equal(
    (await headscope("render", ...SMALL, "--causal", "--causal=false", "--heads", "4", "--step", "weights"))
      .stdout,
    svg,
  );
});
