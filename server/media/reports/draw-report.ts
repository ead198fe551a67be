// Draws a report section by section; its pictures are requested one after the other, so that only two are in memory at a time.

import { drawConcerns } from './draw-concerns.ts';
import { drawCover } from './draw-cover.ts';
import { drawPack } from './draw-pack.ts';
import {
  type DrawnPicture,
  drawRow,
  fitPicture,
  type PaperPicture,
  type PaperSize,
  rowRoom,
  warpPicture,
} from './draw-pictures.ts';
import { drawProof } from './draw-proof.ts';
import { drawTable } from './draw-table.ts';
import { muted, oneLine, PdfLayout } from './pdf-layout.ts';
import { picturesOf, type Report, type ReportNote, type ReportPair, type ReportPicture } from './report-model.ts';

type Supply = {
  /** Its bytes in any format; null if it is not available. */
  picture(number: number): Promise<Uint8Array | null>;
  onProgress(done: number, total: number): void;
};

/** Size limit of all pictures together: a report is sent by mail. */
const maxPictureBytes = 5_200_000;
const maxEach = 320_000;
/** The large one of the first page, at some 200 points an inch. */
const coverSize: PaperSize = { maxBytes: 450_000, side: 1400 };

/** The pictures of one report: while one is drawn, the next is prepared elsewhere. They are kept for when it is laid out again. */
class Pictures {
  readonly #supply: Supply;
  readonly #order: readonly number[];
  readonly #size: PaperSize;
  readonly #cover: number | undefined;
  readonly #made: (PaperPicture | null)[] = [];
  #ahead: { number: number; bytes: Promise<Uint8Array | null> } | undefined;
  #drawn = 0;

  constructor(report: Report, supply: Supply) {
    this.#supply = supply;
    this.#order = picturesOf(report);
    this.#cover = report.cover?.picture;
    const room = maxPictureBytes - (report.cover ? coverSize.maxBytes : 0);
    this.#size = { maxBytes: Math.min(maxEach, Math.floor(room / Math.max(1, this.#order.length))), side: 900 };
    supply.onProgress(0, this.#order.length);
  }

  /** The bytes of the next picture; starts loading the one after it. */
  async #take(number: number): Promise<Uint8Array | null> {
    const bytes = await (this.#ahead?.number === number ? this.#ahead.bytes : this.#supply.picture(number));
    const next = this.#order[this.#made.length + 1];
    this.#ahead = next === undefined ? undefined : { number: next, bytes: this.#supply.picture(next) };
    return bytes;
  }

  /** A file that claims to be a picture and is none leaves its place empty. */
  async #get(number: number, change: (bytes: Uint8Array) => Promise<Uint8Array>): Promise<PaperPicture | null> {
    const at = this.#drawn++;
    const known = this.#made[at];
    if (known !== undefined) return known;
    const bytes = await this.#take(number);
    const image =
      bytes &&
      (await change(bytes)
        .then((made) => fitPicture(made, number === this.#cover ? coverSize : this.#size))
        .catch(() => null));
    this.#made.push(image);
    this.#supply.onProgress(this.#made.length, this.#order.length);
    return image;
  }

  /** The same pictures once more, in the same order. */
  rewind(): void {
    this.#drawn = 0;
  }

  async draw(
    { picture, caption, alt }: ReportPicture,
    change = async (bytes: Uint8Array) => bytes,
  ): Promise<DrawnPicture> {
    return { image: await this.#get(picture, change), caption: oneLine(caption), alt };
  }
}

type DrawingPair = { pictures: Pictures; first?: boolean };

async function drawPair(paper: PdfLayout, pair: ReportPair, { pictures, first = false }: DrawingPair): Promise<void> {
  const { heading, before, after, matrix, note } = pair;
  const newer = await pictures.draw(after);
  const frame = newer.image;
  const older = await pictures.draw(before, async (bytes) =>
    matrix && frame ? warpPicture(bytes, matrix, frame) : bytes,
  );
  if (first) paper.heading('H2', 'Before and after', rowRoom + 30);
  paper.heading('H3', heading, rowRoom);
  drawRow(paper, [older, newer]);
  if (note === '') return;
  paper.space(-8);
  paper.paragraphs(note, { size: 8.5, colour: muted });
  paper.space(8);
}

async function drawStages(paper: PdfLayout, { pack, pairs }: Report, pictures: Pictures): Promise<void> {
  if (pack === null) return;
  await drawPack(paper, pack, {
    draw: (picture) => pictures.draw(picture),
    async drawPair(at) {
      const pair = pairs[at];
      if (pair) await drawPair(paper, pair, { pictures });
    },
  });
}

async function drawGroup(
  paper: PdfLayout,
  { heading, pictures: own }: Report['groups'][number],
  pictures: Pictures,
): Promise<void> {
  if (own.length === 0) return;
  paper.heading('H2', heading, rowRoom);
  for (const row of rowsOf(own)) {
    const drawn: DrawnPicture[] = [];
    for (const one of row) drawn.push(await pictures.draw(one));
    drawRow(paper, drawn, row.length);
  }
}

/** Two in each row, three in the last one of an odd number, so that no row is half empty. */
function rowsOf<T>(all: readonly T[]): T[][] {
  const rows: T[][] = [];
  for (let at = 0; at < all.length; at += 2) rows.push(all.slice(at, at + 2));
  const [last, before] = [rows.at(-1), rows.at(-2)];
  if (last?.length === 1 && before) rows.splice(-2, 2, [...before, ...last]);
  return rows;
}

function drawNotes(paper: PdfLayout, notes: readonly ReportNote[]): void {
  for (const [index, { heading, text }] of notes.entries()) {
    if (index === 0) {
      paper.space(4);
      paper.heading('H2', 'Notes of the visits', 60);
    }
    paper.heading('H3', heading, 30);
    paper.paragraphs(text);
    paper.space(8);
  }
}

function drawLines(paper: PdfLayout, heading: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  paper.space(4);
  paper.heading('H2', heading);
  for (const line of lines) {
    paper.need(18);
    paper.paragraphs(oneLine(line));
    paper.space(3);
  }
  paper.space(8);
}

/** `size`: of pictures in rows, as a share of the usual one. */
async function drawAll(report: Report, pictures: Pictures, size = 1): Promise<PdfLayout> {
  const paper = new PdfLayout(report, size);
  pictures.rewind();
  await drawCover(paper, report, (picture) => pictures.draw(picture));
  const hasMore =
    report.notes ||
    report.pack ||
    report.pairs.length + report.groups.length + report.concerns.length > 0 ||
    report.visits;
  if (hasMore) paper.page();
  if (report.notes) {
    paper.heading('H2', 'Notes');
    paper.paragraphs(report.notes);
    paper.space(14);
  }
  await drawStages(paper, report, pictures);
  for (const [index, pair] of (report.pack ? [] : report.pairs).entries())
    await drawPair(paper, pair, { pictures, first: index === 0 });
  for (const group of report.groups) await drawGroup(paper, group, pictures);
  await drawConcerns(paper, report.concerns, (picture) => pictures.draw(picture));
  if (report.visits) drawTable(paper, 'Visits', report.visits);
  drawNotes(paper, report.visitNotes);
  drawLines(paper, 'What comes next', report.next);
  drawLines(paper, 'Released by', report.releases);
  if (report.proof) drawProof(paper, report.proof);
  return paper;
}

/** Of the usual size of pictures: tried where the last page would hold a few lines. */
const smaller = [0.93, 0.86, 0.79];
/** In points; a page with less on it looks forgotten. */
const leastOnLastPage = 220;
/** Longer ones take long to lay out, and nobody minds the last of so many pages. */
const mostTriedVisits = 200;

/** With smaller pictures where that makes the last page worth its paper. */
async function layOut(report: Report, pictures: Pictures): Promise<PdfLayout> {
  const usual = await drawAll(report, pictures);
  const pages = usual.pages;
  const isLong = (report.visits?.rows.length ?? 0) > mostTriedVisits;
  if (usual.used >= leastOnLastPage || pages < 3 || isLong) return usual;
  for (const size of smaller) {
    const tried = await drawAll(report, pictures, size);
    if (tried.pages < pages) return tried;
  }
  return usual;
}

/** `sink` receives the file's bytes, once the report is laid out. */
export async function drawReport(
  report: Report,
  supply: Supply,
  sink: (doc: PDFKit.PDFDocument) => void,
): Promise<void> {
  const paper = await layOut(report, new Pictures(report, supply));
  sink(paper.doc);
  paper.finish(report);
}
