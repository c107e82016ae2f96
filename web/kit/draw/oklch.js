/**
 * Converts OKLCH to 8-bit sRGB. In OKLCH, hues of equal lightness look equally light. Matrices: B. Ottosson, "A perceptual color space for image
 * processing"
 * (2020).
 *
 * @param {number} lightness 0 (black) to 1 (white)
 * @param {number} chroma 0 (grey) to about 0.3
 * @param {number} hue degrees
 * @returns {[number, number, number]} red, green, blue, 0 to 255
 */
export function oklch(lightness, chroma, hue) {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** @param {number} linear one linear channel, 0 to 1 */
function encode(linear) {
  const clipped = Math.min(1, Math.max(0, linear));
  const gamma = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(gamma * 255);
}
