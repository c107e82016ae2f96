import { existsSync, readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";
import { UserError } from "./user-error.mjs";

/**
 * @typedef {object} Part a component of dist/
 * @property {string} name    of an npm package, or of several that have one licence file
 * @property {string} about   the part in use, its licence, and the address of its source
 * @property {string} [licence] its licence as an SPDX expression, or its name; npm packages name it themselves
 * @property {string} text path of its licence, from the checkout's root
 */

/** The licences of what is compiled into the wasm are in tools/licences/, because a compiled core may come without its toolchain. @type {Part[]} */
export const PARTS = [
  {
    name: "Eigen",
    licence: "MPL-2.0",
    about:
      "Compiled, unmodified, into the wasm. Mozilla Public License 2.0. Source: https://gitlab.com/libeigen/eigen",
    text: "tools/licences/eigen.txt",
  },
  {
    name: "lit, @lit/reactive-element, lit-element, lit-html",
    about: "Bundled into headscope.js. BSD-3-Clause. Source: https://github.com/lit/lit",
    text: "node_modules/lit/LICENSE",
  },
  {
    name: "@preact/signals-core",
    about: "Bundled into headscope.js. MIT. Source: https://github.com/preactjs/signals",
    text: "node_modules/@preact/signals-core/LICENSE",
  },
  {
    name: "comlink",
    about: "Bundled into what reads models. Apache-2.0. Source: https://github.com/GoogleChromeLabs/comlink",
    text: "node_modules/comlink/LICENSE",
  },
  {
    name: "fflate",
    about:
      "Bundled into what reads NumPy's files and answers oEmbed. MIT. Source: https://github.com/101arrowz/fflate",
    text: "node_modules/fflate/LICENSE",
  },
  {
    name: "gifenc",
    about: "Bundled into what writes animations. MIT. Source: https://github.com/mattdesl/gifenc",
    text: "node_modules/gifenc/LICENSE.md",
  },
  {
    name: "@huggingface/tokenizers",
    about:
      "Bundled into what cuts text for models of the hub. Apache License 2.0. Source: https://github.com/huggingface/tokenizers.js",
    text: "node_modules/@huggingface/tokenizers/LICENSE",
  },
  {
    name: "WordNet",
    licence: "WordNet 3.0 licence",
    about:
      "The small language model (headscope-small) learned from its glosses and examples. WordNet 3.0 licence. Source: Debian package wordnet-base",
    text: "models/headscope-small/WordNet.txt",
  },
  {
    name: "Fashion-MNIST",
    licence: "MIT",
    about:
      "The small model of pictures (headscope-vision) learned from its pictures, and forty of them come with it. MIT. Source: Debian package dataset-fashion-mnist",
    text: "models/headscope-vision/Fashion-MNIST.txt",
  },
  {
    name: "minisearch",
    about: "Bundled into what searches the documentation. MIT. Source: https://github.com/lucaong/minisearch",
    text: "node_modules/minisearch/LICENSE.txt",
  },
  {
    name: "@floating-ui/dom, @floating-ui/core, @floating-ui/utils",
    about: "Bundled into what explains in place. MIT. Source: https://github.com/floating-ui/floating-ui",
    text: "node_modules/@floating-ui/dom/LICENSE",
  },
  {
    name: "Emscripten",
    licence: "MIT OR NCSA",
    about:
      "Its JavaScript glue and run-time library. MIT and University of Illinois/NCSA licences. Its C++ run-time library is " +
      "LLVM's (Apache-2.0 with LLVM exceptions, which ask for no notice in compiled form). " +
      "Source: https://github.com/emscripten-core/emscripten",
    text: "tools/licences/emscripten.txt",
  },
  {
    name: "musl",
    licence: "MIT",
    about: "The C library inside the wasm. MIT. Source: https://musl.libc.org",
    text: "tools/licences/musl.txt",
  },
];

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

/** The notices of all components of dist/, from their licence files. */
export function collectNotices() {
  const rule = "=".repeat(80);
  const chapters = PARTS.map(({ name, about, text }) => {
    if (!existsSync(inRoot(text)))
      throw new UserError(
        `dist/THIRD-PARTY-NOTICES.txt needs the licence of ${name}, which is not at ${text}.`,
      );
    return `${rule}\n${name}\n${about}\n${rule}\n\n${readFileSync(inRoot(text), "utf8").trim()}\n`;
  });
  return ["Headscope (MIT) contains the following works of others.\n", ...chapters].join("\n");
}
