// What counts as a picture from outside: five formats, by their first bytes.

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;
export type ImageType = (typeof imageTypes)[number];

/** The type that a Content-Type names, without its parameters and in lower case; '' for none. */
export function plainType(header: string | null): string {
  const type = header?.split(';')[0]?.trim().toLowerCase() ?? '';
  return type === 'image/jpg' ? 'image/jpeg' : type;
}

export function isImageType(type: string): type is ImageType {
  return imageTypes.some((one) => one === type);
}

/** The format that the first bytes show, whatever was declared; null for everything else, SVG among it. */
export function sniffImage(bytes: Uint8Array): ImageType | null {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  return head.startsWith('ftyp', 4) && /avi[fs]/.test(head.slice(8)) ? 'image/avif' : null;
}
