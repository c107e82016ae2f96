declare module "d3-scale-chromatic" {
  /** @param t from 0 to 1 @returns the colour as #rrggbb */
  export function interpolateViridis(t: number): string;
}
