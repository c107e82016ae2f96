/** IndexedDB as promises. */

/**
 * Opens a database with one store, which it creates on the first visit.
 * @param {string} name @param {string} store @returns {Promise<IDBDatabase>}
 */
export function openDatabase(name, store) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store);
  return whenAnswered(request);
}

/**
 * A connection that stays open: opened at the first call, and again after a failure or after the browser has closed it.
 * @param {() => Promise<IDBDatabase>} open @returns {() => Promise<IDBDatabase>}
 */
export function keptOpen(open) {
  /** @type {Promise<IDBDatabase> | null} */
  let opened = null;
  const forget = () => void (opened = null);
  return () =>
    (opened ??= open().then(
      (database) => {
        database.onclose = forget;
        database.onversionchange = () => {
          database.close(); // lets another page delete the database
          forget();
        };
        return database;
      },
      (error) => {
        forget();
        throw error;
      },
    ));
}

/** @template Answer @param {IDBRequest<Answer>} request @returns {Promise<Answer>} */
export const whenAnswered = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Resolves when a change is stored, so that it outlasts a reload right after it. @param {IDBRequest} request @returns {Promise<void>} */
export const whenStored = (request) =>
  new Promise((resolve, reject) => {
    const transaction = /** @type {IDBTransaction} */ (request.transaction);
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
