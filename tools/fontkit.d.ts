declare module "fontkit" {
  /** Lengths are in font units; one em is unitsPerEm of them. */
  export interface Font {
    unitsPerEm: number;
    /** @returns the glyph of a character, or the box for a character that the font lacks */
    glyphForCodePoint(code: number): { advanceWidth: number };
  }
  export function openSync(file: string): Font;
}
