const LONGEST = 40; // characters of a value that a message quotes

/** Any value as short text for a message. @param {unknown} value */
export function quoteValue(value) {
  const text = asJSONOrString(typeof value === "string" ? value.slice(0, 2 * LONGEST) : value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** @param {unknown} value */
function asJSONOrString(value) {
  if (typeof value === "number") return String(value);
  if (typeof value === "bigint") return `${value}n`;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value); // JSON cannot express the value
  }
}
