// What a lender's pack holds besides: the valuation sheets, and each stage with its criteria, pictures, pairs and marks.
import { type DrawnPicture, drawRow } from './draw-pictures.ts';
import { drawTable } from './draw-table.ts';
import { accent, lineWidth, margin, muted, oneLine, type PdfLayout } from './pdf-layout.ts';
import type { ReportCell, ReportCriterion, ReportPack, ReportPicture, ReportStage } from './report-model.ts';

const picturesInRow = 3;
/** Kept on one page; more of them run on. */
const mostMarksTogether = 8;
const small = { size: 9, gap: 1 } as const;

/** `draw` fetches a picture; `drawPair` draws the pair at this place of the report's list. */
type Pictures = { draw(picture: ReportPicture): Promise<DrawnPicture>; drawPair(at: number): Promise<void> };

/** A line of its own, which opens a page where it has one. */
function drawFact(paper: PdfLayout, { text, url }: ReportCell): void {
  const shown = oneLine(text);
  const height = paper.heightOf(shown, small);
  paper.need(height);
  const { y } = paper.doc;
  if (url === null) paper.tag('P', () => paper.write(shown, small));
  else
    paper.linked(url, { x: margin, y, width: lineWidth, height }, (link) =>
      paper.tag('Span', () => paper.write(shown, { ...small, colour: accent }), { parent: link }),
    );
  paper.space(2);
}

function drawCriterion(paper: PdfLayout, { text, note }: ReportCriterion): void {
  paper.need(28);
  paper.paragraphs(oneLine(text), { font: 'strong', size: 9.5 });
  if (note !== '') paper.paragraphs(note, { size: 8.5, colour: muted });
  paper.space(2);
}

/** Three in each row, two in the last ones where one would be left over. */
function rowsOf<T>(all: readonly T[]): T[][] {
  const rows: T[][] = [];
  let at = 0;
  while (at < all.length) {
    const left = all.length - at;
    const size = left === picturesInRow + 1 ? 2 : Math.min(left, picturesInRow);
    rows.push(all.slice(at, at + size));
    at += size;
  }
  return rows;
}

/** Side by side, each with its criterion beneath it. */
async function drawPictures(paper: PdfLayout, shown: readonly ReportPicture[], pictures: Pictures): Promise<void> {
  for (const row of rowsOf(shown)) {
    const drawn: DrawnPicture[] = [];
    for (const one of row) drawn.push(await pictures.draw(one));
    drawRow(paper, drawn, Math.max(2, row.length));
  }
}

async function drawStage(paper: PdfLayout, stage: ReportStage, pictures: Pictures): Promise<void> {
  const { heading, facts, criteria, pairs, marks } = stage;
  paper.heading('H2', heading, 90);
  for (const fact of facts) drawFact(paper, fact);
  paper.space(6);
  for (const criterion of criteria) drawCriterion(paper, criterion);
  paper.space(4);
  await drawPictures(
    paper,
    criteria.flatMap((criterion) => criterion.pictures),
    pictures,
  );
  for (const at of pairs) await pictures.drawPair(at);
  const lines = marks.map((mark) => ({ mark: oneLine(mark), height: paper.heightOf(oneLine(mark), { size: 9 }) + 2 }));
  const together = lines.length <= mostMarksTogether ? lines.reduce((sum, { height }) => sum + height, 0) : 0;
  paper.need(together);
  for (const { mark } of lines) {
    paper.need(16);
    paper.paragraphs(mark, { size: 9 });
    paper.space(2);
  }
  paper.space(14);
}

export async function drawPack(paper: PdfLayout, { sheets, stages }: ReportPack, pictures: Pictures): Promise<void> {
  for (const { heading, note, table } of sheets) {
    paper.heading('H2', heading, 110);
    if (note !== '') {
      paper.paragraphs(note, { size: 9, colour: muted });
      paper.space(6);
    }
    drawTable(paper, '', table);
  }
  for (const stage of stages) await drawStage(paper, stage, pictures);
}
