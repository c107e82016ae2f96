/** IndexedDB as promises. */

/**
 * Opens a database with one store, which it creates on the first visit.
 * @param {string} name @param {string} store @returns {Promise<IDBDatabase>}
 */
export function openDatabase(name, store) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store);
  return answered(request);
}

/** @template Answer @param {IDBRequest<Answer>} request @returns {Promise<Answer>} */
export const answered = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Resolves when a change is stored, so that it outlasts a reload right after it. @param {IDBRequest} request @returns {Promise<void>} */
export const stored = (request) =>
  new Promise((resolve, reject) => {
    const transaction = /** @type {IDBTransaction} */ (request.transaction);
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
