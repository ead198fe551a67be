// A table over as many pages as it takes, its head on each of them.
import { accent, lineWidth, margin, muted, type PdfLayout, pageWidth, rule } from './pdf-layout.ts';
import type { ReportCell, ReportTable } from './report-model.ts';

const usual = { size: 9, gap: 1 } as const;
const gap = 8;
/** Between a row and the next, with the line in the middle. */
const lineRoom = 8;

type Columns = ReportTable['columns'];
/** `isSum`: its words are strong. */
type Row = { cells: readonly (string | ReportCell)[]; type: 'TH' | 'TD'; isSum?: boolean };
type Table = { element: PDFKit.PDFStructureElement; columns: Columns; size: number };

const wordsOf = (cell: string | ReportCell) => (typeof cell === 'string' ? cell : cell.text);
const urlOf = (cell: string | ReportCell) => (typeof cell === 'string' ? null : cell.url);
const widthsOf = ({ columns }: Table) => columns.map(({ width }) => width * lineWidth - gap);

function styleOf({ size }: Table, { type, isSum = false }: Row) {
  const style = { ...usual, size };
  if (type === 'TH') return { ...style, font: 'strong', colour: muted } as const;
  return isSum ? ({ ...style, font: 'strong' } as const) : style;
}

function heightOf(paper: PdfLayout, table: Table, row: Row): number {
  const widths = widthsOf(table);
  return Math.max(...row.cells.map((cell, index) => paper.heightOf(wordsOf(cell), styleOf(table, row), widths[index])));
}

type Place = { x: number; y: number; width: number; align?: 'right' };

/** One that opens a page is a link on its words, also for screen readers. */
function drawCell(
  paper: PdfLayout,
  { cell, row, place, table }: { cell: string | ReportCell; row: Row; place: Place; table: Table },
  parent: PDFKit.PDFStructureElement,
): void {
  const style = styleOf(table, row);
  const url = urlOf(cell);
  if (url === null) {
    paper.tag(row.type, () => paper.write(wordsOf(cell), style, place), { parent });
    return;
  }
  const { x, y, width } = place;
  const element = paper.open(row.type, parent);
  const box = { x, y, width, height: paper.heightOf(wordsOf(cell), style, width), parent: element };
  paper.linked(url, box, (link) =>
    paper.tag('Span', () => paper.write(wordsOf(cell), { ...style, colour: accent }, place), { parent: link }),
  );
  element.end();
}

function drawRow(paper: PdfLayout, table: Table, { tallest, ...row }: Row & { tallest: number }): void {
  const { element, columns } = table;
  const widths = widthsOf(table);
  const { y } = paper.doc;
  const parent = paper.open('TR', element);
  let x = margin;
  row.cells.forEach((cell, index) => {
    const { width = 0, align } = columns[index] ?? {};
    const place = { x, y, width: widths[index] ?? 0, ...(align && { align }) };
    drawCell(paper, { cell, row, place, table }, parent);
    x += width * lineWidth;
  });
  parent.end();
  const line = y + tallest + lineRoom / 2;
  paper.decorate(() =>
    paper.doc
      .moveTo(margin, line)
      .lineTo(pageWidth - margin, line)
      .lineWidth(0.4)
      .stroke(rule),
  );
  paper.doc.x = margin;
  paper.doc.y = line + lineRoom / 2;
}

export function drawTable(paper: PdfLayout, heading: string, { columns, rows, foot, size = 9 }: ReportTable): void {
  if (rows.length === 0) return;
  if (heading !== '') paper.heading('H2', heading);
  const element = paper.open('Table');
  const table = { element, columns, size };
  const head: Row = { cells: columns.map(({ title }) => title), type: 'TH' };
  const drawHead = () => drawRow(paper, table, { ...head, tallest: heightOf(paper, table, head) });
  drawHead();
  const all: Row[] = rows.map((cells) => ({ cells, type: 'TD' }));
  if (foot) all.push({ cells: foot, type: 'TD', isSum: true });
  for (const [index, row] of all.entries()) {
    const tallest = heightOf(paper, table, row);
    const next = all[index + 1];
    // A sum never stands alone on a page.
    const below = next?.isSum ? heightOf(paper, table, next) + lineRoom : 0;
    if (paper.left < tallest + lineRoom + below) {
      paper.page();
      drawHead();
    }
    drawRow(paper, table, { ...row, tallest });
  }
  element.end();
  paper.space(14);
}
