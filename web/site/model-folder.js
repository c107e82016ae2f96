import { keepFoldersIn } from "../models/state/page-files.js";
import { whenAnswered, keptOpen, openDatabase, whenStored } from "./database.js";

/** Remembers the handle of the reader's folder for the next visit, in the browser's storage. The files stay where they are. */

const NAME = "headscope-folder";
const STORE = "folders";
const LAST = "last";

const database = keptOpen(() => openDatabase(NAME, STORE));

/** @param {IDBTransactionMode} mode */
async function folders(mode) {
  return (await database()).transaction(STORE, mode).objectStore(STORE);
}

keepFoldersIn({
  find: async () => (await whenAnswered((await folders("readonly")).get(LAST))) ?? null,
  keep: async (folder) => whenStored((await folders("readwrite")).put(folder, LAST)),
  forget: async () => whenStored((await folders("readwrite")).delete(LAST)),
});
