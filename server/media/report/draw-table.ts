// A table over as many pages as it takes, its head on each of them.
import { lineWidth, margin, muted, type Paper, pageWidth, rule } from './paper.ts';
import type { ReportTable } from './report-model.ts';

const style = { size: 9, gap: 1 } as const;
const gap = 8;

type Columns = ReportTable['columns'];
type Row = { cells: readonly string[]; type: 'TH' | 'TD' };
type Table = { element: PDFKit.PDFStructureElement; columns: Columns };

function drawRow(paper: Paper, { element, columns }: Table, { cells, type }: Row): void {
  const look = type === 'TH' ? ({ ...style, font: 'strong', colour: muted } as const) : style;
  const widths = columns.map(({ width }) => width * lineWidth - gap);
  const tallest = Math.max(...cells.map((cell, index) => paper.heightOf(cell, look, widths[index])));
  const { y } = paper.doc;
  const row = paper.open('TR', element);
  let x = margin;
  cells.forEach((cell, index) => {
    const at = x;
    paper.tag(type, () => paper.set(look).text(cell, at, y, { width: widths[index] ?? 0 }), { parent: row });
    x += (columns[index]?.width ?? 0) * lineWidth;
  });
  row.end();
  const line = y + tallest + 3;
  paper.decorate(() =>
    paper.doc
      .moveTo(margin, line)
      .lineTo(pageWidth - margin, line)
      .lineWidth(0.4)
      .stroke(rule),
  );
  paper.doc.x = margin;
  paper.doc.y = line + 4;
}

export function drawTable(paper: Paper, heading: string, { columns, rows }: ReportTable): void {
  if (rows.length === 0) return;
  paper.heading('H2', heading);
  const element = paper.open('Table');
  const table = { element, columns };
  const head: Row = { cells: columns.map(({ title }) => title), type: 'TH' };
  drawRow(paper, table, head);
  for (const cells of rows) {
    if (paper.left < 30) {
      paper.page();
      drawRow(paper, table, head);
    }
    drawRow(paper, table, { cells, type: 'TD' });
  }
  element.end();
  paper.space(14);
}
