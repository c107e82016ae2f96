import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findEigen } from "./find-package.mjs";
import { inRoot } from "./paths.mjs";
import { UserError } from "./user-error.mjs";

/**
 * @typedef {object} Part a component of dist/
 * @property {string} name
 * @property {string} about the part in use, its licence, and the address of its source
 * @property {string[]} texts possible paths of its licence; the first existing one is used
 */

/**
 * @param {string} emscripten root folder of Emscripten
 * @param {string} eigen folder of Eigen3Config.cmake
 * @returns {Part[]}
 */
function parts(emscripten, eigen) {
  return [
    {
      name: "Eigen",
      about:
        "Compiled, unmodified, into the wasm. Mozilla Public License 2.0. Source: https://gitlab.com/libeigen/eigen",
      texts: [
        path.join(eigen, "../../../COPYING.MPL2"),
        path.join(eigen, "../../../LICENSE"),
        "/usr/share/common-licenses/MPL-2.0",
        "/usr/share/licenses/eigen/COPYING.MPL2",
        "/usr/share/licenses/eigen3-devel/COPYING.MPL2",
      ],
    },
    {
      name: "lit, @lit/reactive-element, lit-element, lit-html",
      about: "Bundled into headscope.js. BSD-3-Clause. Source: https://github.com/lit/lit",
      texts: [inRoot("node_modules/lit/LICENSE")],
    },
    {
      name: "@preact/signals-core",
      about: "Bundled into headscope.js. MIT. Source: https://github.com/preactjs/signals",
      texts: [inRoot("node_modules/@preact/signals-core/LICENSE")],
    },
    {
      name: "comlink",
      about:
        "Bundled into what reads models. Apache-2.0. Source: https://github.com/GoogleChromeLabs/comlink",
      texts: [inRoot("node_modules/comlink/LICENSE")],
    },
    {
      name: "fflate",
      about: "Bundled into what reads NumPy's files. MIT. Source: https://github.com/101arrowz/fflate",
      texts: [inRoot("node_modules/fflate/LICENSE")],
    },
    {
      name: "@huggingface/tokenizers",
      about:
        "Bundled into what cuts text for models of the hub. Apache License 2.0. Source: https://github.com/huggingface/tokenizers.js",
      texts: [inRoot("node_modules/@huggingface/tokenizers/LICENSE")],
    },
    {
      name: "WordNet",
      about:
        "The small language model (headscope-small) learned from its glosses and examples. WordNet 3.0 licence. Source: Debian package wordnet-base",
      texts: [inRoot("models/headscope-small/WordNet.txt")],
    },
    {
      name: "minisearch",
      about:
        "Bundled into what searches the documentation. MIT. Source: https://github.com/lucaong/minisearch",
      texts: [inRoot("node_modules/minisearch/LICENSE.txt")],
    },
    {
      name: "@floating-ui/dom, @floating-ui/core, @floating-ui/utils",
      about: "Bundled into what explains in place. MIT. Source: https://github.com/floating-ui/floating-ui",
      texts: [inRoot("node_modules/@floating-ui/dom/LICENSE")],
    },
    {
      name: "Emscripten",
      about:
        "Its JavaScript glue and run-time library. MIT and University of Illinois/NCSA licences. Its C++ run-time library is " +
        "LLVM's (Apache-2.0 with LLVM exceptions, which ask for no notice in compiled form). " +
        "Source: https://github.com/emscripten-core/emscripten",
      texts: [path.join(emscripten, "LICENSE"), path.join(emscripten, "../doc/emscripten/copyright")],
    },
    {
      name: "musl",
      about: "The C library inside the wasm. MIT. Source: https://musl.libc.org",
      texts: [path.join(emscripten, "system/lib/libc/musl/COPYRIGHT")],
    },
  ];
}

/** Components compiled into the wasm. */
const IN_WASM =
  "Eigen (MPL-2.0, https://gitlab.com/libeigen/eigen), Emscripten (MIT) and musl (MIT), compiled to WebAssembly";

/**
 * The comment at the start of a JavaScript file: copyright, contents, and where the licences are.
 * @param {readonly string[]} moduleIds paths of the modules in the file
 */
export function licenceComment(moduleIds) {
  const packages = moduleIds.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []);
  const libraries = [...new Set(packages)].map((name) => {
    const { license } = JSON.parse(readFileSync(inRoot("node_modules", name, "package.json"), "utf8"));
    return `${name} (${license})`;
  });
  const contained = [
    ...(moduleIds.some((id) => id.includes("/build/wasm/")) ? [IN_WASM] : []),
    ...libraries,
  ].join("; ");
  const [licence, , copyright] = readFileSync(inRoot("LICENSE"), "utf8").split("\n");
  const contains = contained && ` Contains ${contained}.`;
  return `/*! Headscope, ${licence}, ${copyright}.${contains} Texts: THIRD-PARTY-NOTICES.txt of the npm package headscope. */`;
}

/**
 * Writes the notices of all components of dist/, from their licence files.
 * @param {string} emscripten root folder of Emscripten
 */
export function writeNotices(emscripten) {
  const eigen = findEigen();
  if (!eigen) throw new UserError("Missing: Eigen, whose licence belongs into dist/THIRD-PARTY-NOTICES.txt.");
  const rule = "=".repeat(80);
  const chapters = parts(emscripten, eigen).map(({ name, about, texts }) => {
    const file = texts.find((text) => existsSync(text));
    if (!file) {
      throw new UserError(
        `dist/THIRD-PARTY-NOTICES.txt needs the licence of ${name}, which is not at ${texts.join(" or ")}.`,
      );
    }
    const text = readFileSync(file, "utf8");
    const licence = file.endsWith("/copyright") ? fromDebian(text, "Expat") : text.trim();
    return `${rule}\n${name}\n${about}\n${rule}\n\n${licence}\n`;
  });
  const preface = "Headscope (MIT) contains the following works of others.\n";
  writeFileSync(inRoot("dist/THIRD-PARTY-NOTICES.txt"), [preface, ...chapters].join("\n"));
}

/**
 * One licence from Debian's machine-readable copyright file: the copyright holders of the whole package, and the text.
 * @param {string} copyright
 * @param {string} licence Debian's short name; "Expat" is the MIT licence
 */
export function fromDebian(copyright, licence) {
  const paragraphs = copyright.split(/\n\s*\n/);
  const whole = paragraphs.find((paragraph) => /^Files:\s*\*\s*$/m.test(paragraph)) ?? "";
  const holders = /^Copyright:((?:.*\n)(?: .*\n?)*)/m.exec(whole)?.[1];
  const text = paragraphs.find((paragraph) => paragraph.startsWith(`License: ${licence}\n`));
  if (!holders || !text)
    throw new UserError(`Debian's copyright file has no ${licence} licence where one was expected.`);
  const lines = text.split("\n").slice(1);
  const body = lines.map((line) => line.trim().replace(/^\.$/, "")).join("\n");
  return `Copyright ${holders.trim().replace(/\s*\n\s*/g, ", ")}\n\n${body.trim()}`;
}
