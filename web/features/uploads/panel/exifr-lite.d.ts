// The type of exifr's smaller build: its own would bring those of Node into the browser's room.
declare module 'exifr/dist/lite.esm.mjs' {
  /** What the header of a picture says, by the names of its tags. */
  export function parse(head: Blob, options: object): Promise<unknown>;
}
