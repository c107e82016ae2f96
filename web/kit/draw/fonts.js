/**
 * Default fonts of pictures and elements.
 *
 * @typedef {{ sans: string, mono: string }} Fonts  font families, as CSS lists them
 */

/** @type {Readonly<Fonts>} */
export const FONTS = Object.freeze({
  sans: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
});
