// Pictures in a PDF: alone, in rows of two, in pairs, and QR codes.

import { create } from 'qrcode';
import { applyHomography, type Homography, invertHomography, type Point } from '#contract/geometry/homography.ts';
import { sharp } from '#server/lib/sharp.ts';
import { accent, ink, lineWidth, margin, muted, type PdfLayout, rule } from './pdf-layout.ts';

// Lays an older picture over a newer one: pixel by pixel, where the newer one shows the same place.
type Pixels = { data: Buffer; width: number; height: number };
type Size = { width: number; height: number };

/** The paper's grey, where the older picture shows nothing. */
const nothing = 238;

/** Between the four pixels around it. */
function sample({ data, width, height }: Pixels, [x, y]: Point, channel: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, bottom] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)];
  const [dx, dy] = [x - left, y - top];
  const at = (column: number, row: number) => data[(row * width + column) * 3 + channel] ?? 0;
  const upper = at(left, top) * (1 - dx) + at(right, top) * dx;
  const lower = at(left, bottom) * (1 - dx) + at(right, bottom) * dx;
  return upper * (1 - dy) + lower * dy;
}

/** `matrix` takes shares of the picture to shares of the frame. */
export function warpPixels(picture: Pixels, matrix: Homography, { width, height }: Size): Buffer | null {
  const back = invertHomography(matrix);
  if (back === null) return null;
  const out = Buffer.alloc(width * height * 3, nothing);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [u, v] = applyHomography(back, [(column + 0.5) / width, (row + 0.5) / height]);
      if (!(u >= 0 && u <= 1 && v >= 0 && v <= 1)) continue;
      const x = Math.min(Math.max(u * picture.width - 0.5, 0), picture.width - 1);
      const y = Math.min(Math.max(v * picture.height - 0.5, 0), picture.height - 1);
      const to = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel++) out[to + channel] = Math.round(sample(picture, [x, y], channel));
    }
  }
  return out;
}

/** The older picture as the newer one's frame shows it; as it was taken where that cannot be. */
export async function warpPicture(older: Uint8Array, matrix: Homography, frame: Size): Promise<Uint8Array> {
  const { data, info } = await sharp(older)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) return older;
  const warped = warpPixels({ data, width: info.width, height: info.height }, matrix, frame);
  return warped === null
    ? older
    : sharp(warped, { raw: { ...frame, channels: 3 } })
        .jpeg({ quality: 78, mozjpeg: true })
        .toBuffer();
}

// Pictures for the PDF: as JPEG, no larger than each one's share of the file.
export type PaperPicture = { bytes: Buffer; width: number; height: number };

/**
 * Tried one after the other until it fits: print forgives low quality sooner than mail a file that is too large. `share`: the remaining
 * share of a page JPEG's bytes, nearly the same for every photo; steps that cannot fit by it are skipped, as each takes as long as drawing
 * a page.
 */
const steps = [
  { size: 1, quality: 74, share: 1 },
  { size: 0.89, quality: 62, share: 0.75 },
  { size: 0.8, quality: 50, share: 0.46 },
  { size: 0.67, quality: 42, share: 0 },
] as const;

async function encode(from: Uint8Array, side: number, quality: number): Promise<PaperPicture> {
  const { data, info } = await sharp(from)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality, mozjpeg: true })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** `side`: the longer one, in pixels. */
export type PaperSize = { maxBytes: number; side: number };

/** A JPEG that is small enough already stays as it is. */
export async function fitPicture(from: Uint8Array, { maxBytes, side }: PaperSize): Promise<PaperPicture> {
  const { format, width, height, space } = await sharp(from).metadata();
  const isFine = format === 'jpeg' && space === 'srgb' && from.length <= maxBytes;
  if (isFine) return { bytes: Buffer.from(from), width, height };
  let made: PaperPicture | null = null;
  for (const { size, quality, share } of steps) {
    if (format === 'jpeg' && share * from.length > maxBytes) continue;
    made = await encode(from, Math.round(side * size), quality);
    if (made.bytes.length <= maxBytes) return made;
  }
  return made as PaperPicture;
}

const gutter = 14;

/** `image` is null if it is not available: the place says so. */
export type DrawnPicture = { image: PaperPicture | null; caption: string; alt: string };

type Box = { x: number; y: number; width: number; height: number };

function fitted({ width, height }: PaperPicture, box: { width: number; height: number }) {
  const scale = Math.min(box.width / width, box.height / height);
  return { width: width * scale, height: height * scale };
}

function drawMissing(paper: PdfLayout, { x, y, width, height }: Box): void {
  paper.decorate(() => paper.doc.rect(x, y, width, height).fill('#f3f4f6'));
  const sentence = 'This picture could not be shown';
  paper.tag('P', () =>
    paper.write(
      sentence,
      { size: 9, colour: muted },
      { x: x + 8, y: y + height / 2 - 6, width: width - 16, align: 'center' },
    ),
  );
}

type Mark = { x: number; y: number } | null;
/** `url`: where a click on it leads; null: nowhere. */
type Marked = DrawnPicture & { mark?: Mark; url?: string | null };

function drawMark(paper: PdfLayout, { x, y, width, height }: Box, mark: Mark | undefined): void {
  if (!mark) return;
  const [cx, cy] = [x + mark.x * width, y + mark.y * height];
  paper.doc.circle(cx, cy, 8).lineWidth(3).stroke('#ffffff').circle(cx, cy, 8).lineWidth(1.6).stroke('#dc2626');
}

/** Draws it from its upper left into the box, and returns its height. */
function drawImage(paper: PdfLayout, { image, alt, mark, url }: Marked, box: Box): number {
  if (!image) {
    drawMissing(paper, box);
    return box.height;
  }
  const at = { x: box.x, y: box.y, ...fitted(image, box) };
  const draw = () => {
    paper.doc.image(image.bytes, at.x, at.y, at);
    drawMark(paper, at, mark);
  };
  if (url) paper.linked(url, at, (parent) => paper.tag('Figure', draw, { alt, parent }));
  else paper.tag('Figure', draw, { alt });
  return at.height;
}

const captionStyle = { size: 8.5, colour: muted, gap: 1 } as const;

function drawCaption(paper: PdfLayout, text: string, { x, y, width }: Omit<Box, 'height'>): number {
  if (text === '') return 0;
  paper.tag('Caption', () => paper.write(text, captionStyle, { x, y, width }));
  return paper.heightOf(text, captionStyle, width);
}

const heightOf = ({ image }: DrawnPicture, box: { width: number; height: number }) =>
  image ? fitted(image, box).height : box.height;

const boxOf = (inRow: number, size = 1) => {
  const width = ((lineWidth - (inRow - 1) * gutter) / inRow) * size;
  return { width, height: width * (inRow === 1 ? 0.6 : 0.75) };
};

/** Up to so many side by side, with their captions beneath. */
export function drawRow(paper: PdfLayout, pictures: readonly DrawnPicture[], inRow = 2): void {
  const box = boxOf(inRow, paper.pictureSize);
  const heights = pictures.map((one) => heightOf(one, box));
  const tallest = Math.max(...heights);
  const captions = Math.max(...pictures.map(({ caption }) => paper.heightOf(caption, captionStyle, box.width)));
  paper.need(tallest + captions + 16);
  const y = paper.doc.y;
  pictures.forEach((picture, index) => {
    const x = margin + index * (box.width + gutter);
    drawImage(paper, picture, { x, y, width: box.width, height: heights[index] ?? box.height });
    drawCaption(paper, picture.caption, { x, y: y + tallest + 4, width: box.width });
  });
  paper.doc.x = margin;
  paper.doc.y = y + tallest + captions + 16;
}

/** The height of a heading with its first row of pictures. */
export const rowRoom = boxOf(2).height + 40;

/** Of a large picture, width by height: a taller or wider one is cropped in the middle. */
const largeShapes = { tallest: 4 / 3, widest: 2 };

/** As wide as the lines, and no taller than this. */
export function drawLarge(paper: PdfLayout, { image, alt }: DrawnPicture, room: number): void {
  const { doc } = paper;
  const shape = image ? image.width / image.height : largeShapes.widest;
  const own = lineWidth / Math.min(Math.max(shape, largeShapes.tallest), largeShapes.widest);
  const box = { x: margin, y: doc.y, width: lineWidth, height: Math.min(own, room) };
  if (image) {
    const scale = Math.max(box.width / image.width, box.height / image.height);
    const shown = { width: image.width * scale, height: image.height * scale };
    const [x, y] = [box.x + (box.width - shown.width) / 2, box.y + (box.height - shown.height) / 2];
    paper.tag(
      'Figure',
      () => {
        doc.save().roundedRect(box.x, box.y, box.width, box.height, 4).clip();
        doc.image(image.bytes, x, y, shown).restore();
      },
      { alt },
    );
  } else drawMissing(paper, box);
  doc.x = margin;
  doc.y = box.y + box.height;
}

const cropSize = 130;

/** From here down, beside or below its text; returns its height. */
export function drawCrop(paper: PdfLayout, picture: Marked, x: number): { width: number; height: number } {
  const box = { x, y: paper.doc.y, width: cropSize, height: cropSize };
  const height = drawImage(paper, picture, box);
  const caption = drawCaption(paper, picture.caption, { x, y: box.y + height + 3, width: cropSize });
  return { width: cropSize, height: height + 3 + caption };
}
export const cropRoom = cropSize + 24;

/** White modules on each side of a code (ISO 18004). */
const quietZone = 4;

/** Of a QR code on the paper. */
export const codeWidth = 108;

/** Dark modules on white, with the quiet zone that scanners need. */
export function drawCode(
  paper: PdfLayout,
  { url, words }: { url: string; words: string },
  box: Omit<Box, 'height'>,
): void {
  const { modules } = create(url, { errorCorrectionLevel: 'M' });
  const step = box.width / (modules.size + 2 * quietZone);
  const { doc } = paper;
  paper.tag(
    'Figure',
    () => {
      doc.rect(box.x, box.y, box.width, box.width).lineWidth(0.5).fillAndStroke('#ffffff', rule);
      for (let row = 0; row < modules.size; row++)
        for (let column = 0; column < modules.size; column++)
          if (modules.get(row, column))
            doc.rect(box.x + (column + quietZone) * step, box.y + (row + quietZone) * step, step, step);
      doc.fill(ink);
    },
    { alt: `QR code: ${words}, ${url}` },
  );
  paper.tag('Link', () =>
    paper.write(
      words,
      { size: 9, colour: accent },
      { x: box.x, y: box.y + box.width + 5, width: box.width, link: url, underline: true, align: 'center' },
    ),
  );
}
