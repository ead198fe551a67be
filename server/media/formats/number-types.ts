// What the numbers of a TIFF are held in, by what it says of them.

export type Numbers =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;
export type NumberType = (new (from: number | ArrayBuffer) => Numbers) & { readonly BYTES_PER_ELEMENT: number };

/** SampleFormat 1 counts, 2 counts below zero as well, 3 has fractions. */
const signed: Record<number, NumberType> = { 8: Int8Array, 16: Int16Array, 32: Int32Array };
const fractions: Record<number, NumberType> = { 32: Float32Array, 64: Float64Array };

function wholeOf(bits: number): NumberType | null {
  if (bits <= 8) return Uint8Array;
  if (bits <= 16) return Uint16Array;
  return bits <= 32 ? Uint32Array : null;
}

/** Null for complex numbers and the like. */
export function typeOf(format: number, bits: number): NumberType | null {
  if (format === 1) return wholeOf(bits);
  return (format === 2 ? signed[bits] : format === 3 && fractions[bits]) || null;
}
