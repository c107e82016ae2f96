import { readFileSync } from "node:fs";
import { PARTS } from "./notices.mjs";
import { inRoot } from "./paths.mjs";

/**
 * The bill of materials of a release, in CycloneDX 1.5: the npm package, the wheel, the works of others in them, and what the tests need. `npm sbom`
 * would list no part, because the package bundles its libraries and depends on none.
 *
 * @typedef {object} Component
 * @property {"library" | "data"} type
 * @property {string} name
 * @property {string} bom-ref
 * @property {string} [version]
 * @property {string} [purl]
 * @property {"excluded" | "required"} [scope]
 * @property {{ license?: { id?: string, name?: string }, expression?: string }[]} [licenses]
 * @property {{ type: "vcs" | "website", url: string }[]} [externalReferences]
 */

/** Parts that are data, not code. */
const DATA = ["WordNet", "Fashion-MNIST"];

/**
 * @param {string} version of Headscope
 * @param {Record<string, string | null>} [versions] of the works that are no npm packages, by name
 */
export function billOfMaterials(version, versions = {}) {
  const self = own("npm", version);
  const wheel = own("pypi", version);
  const contained = PARTS.flatMap((part) => componentsOf(part, versions));
  /** @type {Component} */
  const numpy = {
    type: "library",
    name: "numpy",
    "bom-ref": "pkg:pypi/numpy",
    purl: "pkg:pypi/numpy",
    scope: "required",
  };
  /** @type {Component} */
  const catch2 = {
    ...{ type: "library", name: "Catch2", "bom-ref": "Catch2", scope: "excluded" }, // only in tests
    ...versioned(versions.Catch2),
    licenses: licensesOf("BSL-1.0"),
  };
  const parts = contained.map((component) => component["bom-ref"]);
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: self },
    components: [wheel, ...contained, numpy, catch2],
    dependencies: [
      { ref: self["bom-ref"], dependsOn: parts },
      { ref: wheel["bom-ref"], dependsOn: [...parts, numpy["bom-ref"]] },
    ],
  };
}

/** @param {"npm" | "pypi"} registry @param {string} version @returns {Component} */
function own(registry, version) {
  const purl = `pkg:${registry}/headscope@${version}`;
  return { type: "library", name: "headscope", version, "bom-ref": purl, purl, licenses: licensesOf("MIT") };
}

/** @param {import("./notices.mjs").Part} part @param {Record<string, string | null>} versions @returns {Component[]} */
function componentsOf({ name, about, text, licence }, versions) {
  const url = /Source: (https:\S+)/.exec(about)?.[1];
  const common = url ? { externalReferences: [{ type: /** @type {const} */ ("vcs"), url }] } : {};
  if (licence) {
    const type = DATA.includes(name) ? "data" : "library";
    return [
      { type, name, "bom-ref": name, ...versioned(versions[name]), licenses: licensesOf(licence), ...common },
    ];
  }
  if (!text.startsWith("node_modules/"))
    throw new Error(`The part ${name} of tools/lib/notices.mjs needs a licence`);
  return name.split(", ").map((each) => {
    const { version, license } = JSON.parse(
      readFileSync(inRoot("node_modules", each, "package.json"), "utf8"),
    );
    const purl = `pkg:npm/${each.replace("@", "%40")}@${version}`;
    return {
      type: "library",
      name: each,
      version,
      "bom-ref": purl,
      purl,
      licenses: licensesOf(license),
      ...common,
    };
  });
}

/** @param {string | null | undefined} version */
const versioned = (version) => (version ? { version } : {});

/** @param {string} licence an SPDX identifier or expression, or a name @returns {NonNullable<Component["licenses"]>} */
function licensesOf(licence) {
  if (/ (OR|AND) /.test(licence)) return [{ expression: licence }];
  return [{ license: licence.includes(" ") ? { name: licence } : { id: licence } }];
}

/**
 * Names of the works that the comments at the start of bundled files name, and the bill lacks.
 * @param {string} text of a bundled file @param {readonly { name: string }[]} components @returns {string[]}
 */
export function findUnlisted(text, components) {
  const [, contained = ""] = /^\/\*! Headscope.*? Contains (.*)\. Texts: /.exec(text) ?? [];
  const names = [...contained.matchAll(/(?:^|[;,] |and )(@?[\w./-]+) \(/g)].map(([, name]) => name);
  return names.filter((name) => !components.some((component) => component.name === name));
}
