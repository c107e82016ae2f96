/**
 * The value of a key, which is made when it is first asked for. A value that could not be made is made again.
 * @template Key, Value @param {Map<Key, Promise<Value>>} made @param {Key} key @param {() => Promise<Value>} make @returns {Promise<Value>}
 */
export function once(made, key, make) {
  const known = made.get(key);
  if (known) return known;
  const value = make();
  made.set(key, value);
  value.catch(() => made.get(key) === value && made.delete(key));
  return value;
}
