// A table over as many pages as it takes, its head on each of them.
import { lineWidth, margin, muted, type PdfLayout, pageWidth, rule } from './pdf-layout.ts';
import type { ReportTable } from './report-model.ts';

const style = { size: 9, gap: 1 } as const;
const gap = 8;
/** Between a row and the next, with the line in the middle. */
const lineRoom = 8;

type Columns = ReportTable['columns'];
type Row = { cells: readonly string[]; type: 'TH' | 'TD' };
type Table = { element: PDFKit.PDFStructureElement; columns: Columns };

const styleOf = (type: Row['type']) => (type === 'TH' ? ({ ...style, font: 'strong', colour: muted } as const) : style);
const widthsOf = ({ columns }: Table) => columns.map(({ width }) => width * lineWidth - gap);

function heightOf(paper: PdfLayout, table: Table, { cells, type }: Row): number {
  const widths = widthsOf(table);
  return Math.max(...cells.map((cell, index) => paper.heightOf(cell, styleOf(type), widths[index])));
}

function drawRow(paper: PdfLayout, table: Table, { cells, type, tallest }: Row & { tallest: number }): void {
  const { element, columns } = table;
  const [cellStyle, widths] = [styleOf(type), widthsOf(table)];
  const { y } = paper.doc;
  const row = paper.open('TR', element);
  let x = margin;
  cells.forEach((cell, index) => {
    const at = x;
    paper.tag(type, () => paper.write(cell, cellStyle, { x: at, y, width: widths[index] ?? 0 }), { parent: row });
    x += (columns[index]?.width ?? 0) * lineWidth;
  });
  row.end();
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

export function drawTable(paper: PdfLayout, heading: string, { columns, rows }: ReportTable): void {
  if (rows.length === 0) return;
  paper.heading('H2', heading);
  const element = paper.open('Table');
  const table = { element, columns };
  const head: Row = { cells: columns.map(({ title }) => title), type: 'TH' };
  const drawHead = () => drawRow(paper, table, { ...head, tallest: heightOf(paper, table, head) });
  drawHead();
  for (const cells of rows) {
    const row: Row = { cells, type: 'TD' };
    const tallest = heightOf(paper, table, row);
    if (paper.left < tallest + lineRoom) {
      paper.page();
      drawHead();
    }
    drawRow(paper, table, { ...row, tallest });
  }
  element.end();
  paper.space(14);
}
