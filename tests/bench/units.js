/** Formats three significant digits without an exponent. @param {number} value */
export const significant = (value) => String(Number(value.toPrecision(3)));

/** @param {number} value */
export const milliseconds = (value) => `${significant(value)} ms`;

/** @param {number} value */
export const ratio = (value) => `${value.toFixed(2)}x`;

/** @param {number} value */
export const percent = (value) => `${Math.round(100 * value)} %`;

/** @param {number} bytes */
export const megabytes = (bytes) => `${significant(bytes / 2 ** 20)} MB`;

/** @param {number} bytes */
export const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
