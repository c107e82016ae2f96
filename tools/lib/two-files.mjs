import { createHash } from "node:crypto";
import { inRoot } from "./paths.mjs";

/** @import { OutputOptions, Plugin, RollupOutput } from "rollup" */
/** @typedef {(input: Record<string, string>, options: OutputOptions, plugins: Plugin[]) => Promise<RollupOutput["output"]>} Generate */

const OPEN_MORE = inRoot("web/core/more.js");
const [BUILD, FILE] = ["headscope-build", "./headscope-more.js"];
const [FIRST, MORE, LATER, SECOND] = ["\0first", "\0more", "\0later:", "\0second"];
/** What the first file is handed itself by, as it has all of it. */
const SHARE = "share";

/**
 * The elements as two files for copying: the first works alone, and loads the second from beside itself when what stands there is first
 * asked for. The second imports nothing. It is handed what the first shares with it, so that both have one lit, one store and one
 * HeadscopeError by whatever address, name or query the first was loaded.
 *
 * @param {Generate} generate
 * @param {string} elements the entry
 * @param {readonly string[]} modules which of those that are imported dynamically stand in the second
 * @param {(ids: readonly string[]) => Plugin[]} arranged what orders the modules of the first
 * @returns {Promise<Record<string, string>>} code by file
 */
export async function inTwoFiles(generate, elements, modules, arranged) {
  const parted = [parts(elements, new Map(modules.map((id, i) => [id, `part${i}`])))];
  const [alone] = await generate({ headscope: FIRST }, { inlineDynamicImports: true }, parted);
  const first = new Set(alone.moduleIds);
  const ours = alone.moduleIds.filter((id) => !id.startsWith("\0"));
  const chunks = await generate(
    { headscope: FIRST, "headscope-more": SECOND },
    {
      manualChunks: (id) => (first.has(id) ? "headscope" : "headscope-more"),
      hoistTransitiveImports: false,
    },
    [...parted, ...arranged(ours)],
  );
  const [one, more] = ["headscope.js", "headscope-more.js"].map((name) => chunkOf(chunks, name));
  if (chunks.length !== 2) throw new Error(`Two files became ${chunks.map(({ fileName }) => fileName)}`);
  const build = createHash("sha256").update(one.code).update(more.code).digest("hex").slice(0, 8);
  return {
    "headscope.js": await sharing(generate, one.code, alone.exports, build),
    "headscope-more.js": await handed(generate, more.code, build),
  };
}

/** @param {RollupOutput["output"]} chunks @param {string} name */
function chunkOf(chunks, name) {
  const chunk = chunks.find(({ fileName }) => fileName === name);
  if (chunk?.type !== "chunk")
    throw new Error(`There is no ${name} among ${chunks.map((each) => each.fileName)}`);
  return chunk;
}

/**
 * In place of a module of the second file the first imports one that is a promise of it: a module that exports `then` is awaited.
 * @param {string} elements @param {ReadonlyMap<string, string>} later names in the second file by id @returns {Plugin}
 */
const parts = (elements, later) => ({
  name: "parts",
  options: (options) => ({ ...options, preserveEntrySignatures: "allow-extension" }),
  resolveId(id) {
    if ([BUILD, FILE].includes(id)) return { id, external: true };
    return [FIRST, MORE, SECOND].includes(id) || id.startsWith(LATER) ? id : null;
  },
  async resolveDynamicImport(specifier, importer) {
    if (specifier === FILE || typeof specifier !== "string") return null;
    const found = await this.resolve(specifier, importer);
    return found && later.has(found.id) ? LATER + found.id : null;
  },
  load(id) {
    if (id === MORE)
      return `import { openMore } from ${JSON.stringify(OPEN_MORE)};
        import build from "${BUILD}";
        let shared;
        export const ${SHARE} = (all) => (shared = all);
        export const more = (name) => openMore(() => import("${FILE}"), build, () => shared).then((parts) => parts[name]);`;
    if (id === FIRST)
      return `export * from ${JSON.stringify(elements)};\nexport { ${SHARE} } from "${MORE}";`;
    if (id.startsWith(LATER))
      return `import { more } from "${MORE}";
        export const then = (done, failed) => more("${later.get(id.slice(LATER.length))}").then(done, failed);`;
    if (id === SECOND)
      return [...later]
        .map(([module, name]) => `export * as ${name} from ${JSON.stringify(module)};\n`)
        .join("");
    return null;
  },
});

/** The first file, which exports what is public and no more, and knows what else it shares. @param {Generate} generate @param {string} code @param {readonly string[]} names @param {string} build */
async function sharing(generate, code, names, build) {
  const [outer, inner] = ["\0outer", "\0inner"];
  /** @type {Record<string, string>} */
  const sources = {
    [outer]: `import * as all from "${inner}";
      all.${SHARE}(all);
      export { ${names.filter((name) => name !== SHARE).join(", ")} } from "${inner}";`,
    [inner]: code,
    [BUILD]: `export default "${build}";`,
  };
  const input = { headscope: outer };
  const resolveId = (/** @type {string} */ id) =>
    id === FILE ? { id, external: true } : id in sources ? id : null;
  const plugin = { name: "sharing", resolveId, load: (/** @type {string} */ id) => sources[id] ?? null };
  return (await generate(input, {}, [plugin]))[0].code;
}

/** The second file, as a function of what it is handed. @param {Generate} generate @param {string} code @param {string} build */
async function handed(generate, code, build) {
  const inner = "\0inner";
  const shared = "./headscope.js";
  const resolveId = (/** @type {string} */ id) =>
    id === shared ? { id, external: true } : id === inner ? id : null;
  const plugin = {
    name: "handed",
    resolveId,
    load: (/** @type {string} */ id) => (id === inner ? code : null),
  };
  const [{ code: made }] = await generate(
    { "headscope-more": inner },
    { format: "iife", name: "parts", globals: { [shared]: "shared" } },
    [plugin],
  );
  return `export const of = "${build}";\nexport const open = (shared) => {\n${made}\nreturn parts;\n};\n`;
}
