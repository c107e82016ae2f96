declare module "fontkit" {
  /** Lengths are in units of the font, of which unitsPerEm make one em. */
  export interface Font {
    unitsPerEm: number;
    /** @returns the glyph of a character; of one that the font lacks, the box in its place */
    glyphForCodePoint(code: number): { advanceWidth: number };
  }
  export function openSync(file: string): Font;
}
