import { lookIn } from "../kit/state/kept-models.js";
import { whenAnswered, keptOpen, openDatabase } from "./database.js";

/**
 * Keeps trained models in the browser for the visit, so that Back and a second page find them. Only hosted pages do: an embedded element
 * never touches the storage of its host.
 */

const NAME = "headscope";
const STORE = "models";
const LASTS = 12 * 3600e3; // ms: longer than a visit

/** @typedef {{ at: number, bytes: Uint8Array<ArrayBuffer> }} Kept */

lookIn({
  async find(asked) {
    const kept = /** @type {Kept | undefined} */ (
      await whenAnswered((await models("readonly")).get(keyOf(asked)))
    );
    return kept && !isOver(kept) ? kept.bytes : null;
  },
  async keep(asked, bytes) {
    const store = await models("readwrite");
    store.put({ at: Date.now(), bytes }, keyOf(asked));
  },
});

/** @param {import("../kit/state/kept-models.js").AskedModel} asked */
const keyOf = ({ task, layers, stack, heads, dModel, seed, step }) =>
  JSON.stringify([task, layers, stack, heads, dModel, seed, step]);

/** @param {Kept} kept */
const isOver = ({ at }) => !(Date.now() - at < LASTS);

const database = keptOpen(open);

/** @param {IDBTransactionMode} mode */
async function models(mode) {
  return (await database()).transaction(STORE, mode).objectStore(STORE);
}

/** Opens the database, and removes models of earlier visits. */
async function open() {
  const opened = await openDatabase(NAME, STORE);
  const cursors = opened.transaction(STORE, "readwrite").objectStore(STORE).openCursor();
  cursors.onsuccess = () => {
    const cursor = cursors.result;
    if (!cursor) return;
    if (isOver(cursor.value)) cursor.delete();
    cursor.continue();
  };
  return opened;
}
