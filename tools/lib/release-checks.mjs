/**
 * What keeps a version from being published, as sentences. The functions take texts, so that tests need no other checkout.
 *
 * @typedef {object} Facts
 * @property {string} version  version in package.json
 * @property {string} [homepage]  the site's address in package.json
 * @property {unknown} [repository]  the repository in package.json
 * @property {Record<string, string>} texts  the files of VERSION_IN and CHANGELOG.md, by path
 * @property {string} status   output of `git status --porcelain`
 * @property {string} head     the commit that is checked out
 * @property {string} tagged   the commit of the tag `v` + version; empty if there is no such tag
 * @property {boolean} isDryRun
 * @property {boolean} hasOwnCore whether the core is compiled here, not copied by HEADSCOPE_WASM
 */

/** Files that state the version, and how. @type {Readonly<Record<string, RegExp>>} */
export const VERSION_IN = {
  "package-lock.json": /"version": "([^"]+)"/,
  "CMakeLists.txt": /project\(headscope VERSION (\S+)/,
  "CITATION.cff": /^version: (\S+)/m,
};

/** Files that take the version from another one, and the line that does. @type {Readonly<Record<string, readonly [RegExp, string]>>} */
export const VERSION_FROM = {
  "python/pyproject.toml": [
    /^\[tool\.hatch\.version\]\nsource = "code"\npath = "hatch_build\.py"/m,
    "package.json",
  ],
  "cmake/headers.cmake": [
    /version\.hpp CONTENT [^]*#define HEADSCOPE_VERSION \\"\$\{PROJECT_VERSION\}\\"/,
    "CMakeLists.txt",
  ],
};

/** @param {Facts} facts @returns {string[]} */
export const releaseFaults = (facts) => [
  ...versionFaults(facts),
  ...changelogFaults(facts),
  ...treeFaults(facts),
  ...addressFaults(facts),
];

/** @param {Pick<Facts, "version" | "texts">} facts @returns {string[]} */
export function versionFaults({ version, texts }) {
  const stated = Object.entries(VERSION_IN).flatMap(([file, pattern]) => {
    const found = pattern.exec(texts[file])?.[1] ?? "no version";
    return found === version
      ? []
      : [`${file} states ${found}, and package.json ${version}. Set both to the same version.`];
  });
  const taken = Object.entries(VERSION_FROM).flatMap(([file, [pattern, source]]) =>
    pattern.test(texts[file]) ? [] : [`${file} does not take its version from ${source}. Restore that line.`],
  );
  return [...stated, ...taken];
}

/**
 * A section of the changelog.
 * @param {string} text CHANGELOG.md @param {string} name a version, or “Unreleased”
 * @returns {{ date: string, body: string } | null} null if there is none
 */
export function changelogSection(text, name) {
  const sections = text.split(/^## /m).slice(1);
  const section = sections.find((each) => each.startsWith(`[${name}]`));
  if (section === undefined) return null;
  const [heading, ...lines] = section.split("\n");
  const body = lines.join("\n").replace(/\n\[[^\]]+\]: https:[^]*$/, "");
  return { date: /\d{4}-\d\d-\d\d/.exec(heading)?.[0] ?? "", body: body.trim() };
}

/** @param {Pick<Facts, "version" | "texts" | "isDryRun">} facts @returns {string[]} */
function changelogFaults({ version, texts, isDryRun }) {
  const section = changelogSection(texts["CHANGELOG.md"], version);
  if (!section)
    return [`CHANGELOG.md has no section “## [${version}] - DATE”. Rename “Unreleased”, and date it.`];
  const cited = /^date-released: (\S+)/m.exec(texts["CITATION.cff"])?.[1] ?? "no date";
  const waiting = changelogSection(texts["CHANGELOG.md"], "Unreleased")?.body;
  return [
    ...(section.body ? [] : [`The section [${version}] of CHANGELOG.md is empty. Say what is new.`]),
    ...(section.date === cited
      ? []
      : [
          `CHANGELOG.md dates ${version} ${section.date || "with no date"}, and CITATION.cff ${cited}. Set both to the same day.`,
        ]),
    ...(waiting && !isDryRun
      ? [`CHANGELOG.md has entries under “Unreleased”. Move them to the section [${version}].`]
      : []),
  ];
}

/** @param {Pick<Facts, "version" | "status" | "head" | "tagged" | "isDryRun" | "hasOwnCore">} facts @returns {string[]} */
export function treeFaults({ version, status, head, tagged, isDryRun, hasOwnCore }) {
  const changed = status.split("\n").filter(Boolean);
  const tag = `v${version}`;
  return [
    ...(changed.length
      ? [
          `The checkout has ${changed.length === 1 ? "a change" : `${changed.length} changes`} that no commit contains: ${changed
            .map((line) => line.slice(3))
            .slice(0, 5)
            .join(", ")}. Commit or remove them.`,
        ]
      : []),
    ...(tagged && tagged !== head
      ? [
          `The tag ${tag} exists, at another commit (${tagged.slice(0, 9)}). Choose the next version in package.json.`,
        ]
      : []),
    ...(!tagged && !isDryRun
      ? [`The commit has no tag ${tag}. Tag it, or try the release by \`npm run release -- --dry-run\`.`]
      : []),
    ...(hasOwnCore || isDryRun
      ? []
      : [
          "HEADSCOPE_WASM names a folder whose core is copied. A release compiles its own: unset HEADSCOPE_WASM.",
        ]),
  ];
}

/** Addresses that the owner sets once; see CONTRIBUTING.md. @param {Facts} facts @returns {string[]} */
const addressFaults = ({ homepage, repository, isDryRun }) =>
  isDryRun
    ? []
    : [
        ...(homepage ? [] : ["package.json has no homepage. Set it to the site's address."]),
        ...(repository
          ? []
          : [
              "package.json has no repository. Set it: npm compares it with the workflow's before it states where the package comes from.",
            ]),
      ];

/** What a dry run permits and a release does not. @param {Facts} facts @returns {string[]} */
export const dryRunNotes = (facts) => {
  if (!facts.isDryRun) return [];
  const permitted = new Set(releaseFaults(facts));
  return releaseFaults({ ...facts, isDryRun: false }).filter((fault) => !permitted.has(fault));
};
