// The one function of qrcode that we use: its own types would bring Node's into the browser's room, and its entry every way of drawing.
declare module 'qrcode/lib/core/qrcode.js' {
  type Options = { errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' };
  /** `data`: row by row, 1 where it is dark. */
  export function create(text: string, options: Options): { modules: { size: number; data: Uint8Array } };
}
