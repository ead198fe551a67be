// The surfaces a solid can be covered with, and short ways to name a coat of one.
import { type Coat, colour } from './pen.ts';

export const FLAT = 0;
export const SOIL = 1;
export const SAND = 2;
export const CONCRETE = 3;
export const BLOCKS = 4;
export const PLASTER = 5;
export const TIMBER = 6;
export const RUST = 7;
export const METAL = 8;
export const ZINC = 9;
export const GLASS = 10;
export const LEAF = 11;
export const FROND = 12;
export const GRASS = 13;
export const ASPHALT = 14;
export const PAVING = 15;
export const CAR = 16;
export const STACK = 17;
export const GRAVEL = 18;
export const TILE = 19;
export const GLOW = 20;
export const WOOD = 21;
export const CITY = 22;
export const PLY = 23;
export const CLADDING = 24;
export const WASH = 25;

/** Foliage is full of holes; every other surface stops what meets it. */
export function isOpen(surface: number): boolean {
  return surface === LEAF || surface === FROND;
}

/** A coat of `surface` in the colour a screen shows as `hex`. */
export function coat(surface: number, hex: string): Coat {
  return { surface, rgb: colour(hex) };
}
