// The end of a report: the code that it can be checked by, and in a pack the draft of a certificate.
import { codeWidth, drawCode } from './draw-pictures.ts';
import { lineWidth, margin, muted, type PdfLayout, pageWidth } from './pdf-layout.ts';
import type { ReportProof } from './report-model.ts';

function drawCertificate(paper: PdfLayout, { heading, note, parts }: NonNullable<ReportProof['certificate']>): void {
  paper.page();
  paper.heading('H2', heading);
  paper.paragraphs(note, { font: 'strong', size: 10 });
  paper.space(10);
  for (const part of parts) {
    paper.heading('H3', part.heading, 30);
    paper.paragraphs(part.text, { size: 10 });
    paper.space(10);
  }
}

export function drawProof(paper: PdfLayout, { words, link, certificate }: ReportProof): void {
  const height = link ? codeWidth + 34 : 0;
  paper.space(8);
  paper.heading('H2', 'Check this report', Math.max(60, height));
  const top = paper.doc.y;
  if (link) drawCode(paper, link, { x: pageWidth - margin - codeWidth, y: top, width: codeWidth });
  paper.doc.x = margin;
  paper.doc.y = top;
  paper.paragraphs(words, { size: 9, colour: muted }, { width: link ? lineWidth - codeWidth - 24 : lineWidth });
  paper.doc.x = margin;
  paper.doc.y = Math.max(paper.doc.y, top + height);
  if (certificate) drawCertificate(paper, certificate);
}
