// The end of a report: the code that it can be checked by, and in a pack the draft of a certificate.
import { codeWidth, drawCode } from './draw-pictures.ts';
import { lineWidth, margin, muted, type PdfLayout, pageWidth } from './pdf-layout.ts';
import type { ReportProof } from './report-model.ts';

type Certificate = NonNullable<ReportProof['certificate']>;
type Part = Certificate['parts'][number];

/** Of its words: the first in which it fits on one page, else the last. */
const certificateSizes = [10, 9, 8] as const;
const partGap = 10;

const heightOf = (paper: PdfLayout, { text }: Part, size: number) => 18 + paper.heightOf(text, { size }) + partGap;

/** What somebody signs stands on one page with what they confirm. */
function drawCertificate(paper: PdfLayout, { heading, note, parts }: Certificate): void {
  paper.page();
  paper.heading('H2', heading);
  paper.paragraphs(note, { font: 'strong', size: 10 });
  paper.space(partGap);
  const room = (some: readonly Part[], size: number) =>
    some.reduce((sum, part) => sum + heightOf(paper, part, size), 0);
  const size = certificateSizes.find((one) => room(parts, one) <= paper.left) ?? certificateSizes[2];
  const signed = parts.slice(-2);
  for (const part of parts) {
    paper.heading('H3', part.heading, part === signed[0] ? room(signed, size) : 30);
    paper.paragraphs(part.text, { size });
    paper.space(partGap);
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
