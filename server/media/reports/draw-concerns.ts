// Draws concerns: each with what was cut out around its place, and its answers below.
import { cropRoom, type DrawnPicture, drawCrop } from './draw-pictures.ts';
import { lineWidth, margin, muted, type PdfLayout, pageWidth, rule } from './pdf-layout.ts';
import type { ReportAnswer, ReportConcern, ReportCrop, ReportPicture } from './report-model.ts';

type Draw = (picture: ReportPicture) => Promise<DrawnPicture>;

const pagesOf = ({ doc }: PdfLayout) => doc.bufferedPageRange().count;

async function cropOf(draw: Draw, crop: ReportCrop | null) {
  return crop && { ...(await draw(crop)), mark: crop.mark, url: crop.url };
}

type Place = { x?: number; width?: number };

/** Its content is below its text. */
async function drawAnswer(paper: PdfLayout, answer: ReportAnswer, at: { place: Place; draw: Draw }): Promise<void> {
  const { place, draw } = at;
  const picture = await cropOf(draw, answer.crop);
  paper.space(5);
  paper.need(30);
  paper.paragraphs(answer.head, { font: 'strong', size: 8.5, colour: muted }, place);
  paper.paragraphs(answer.text, {}, place);
  if (!picture) return;
  paper.space(3);
  paper.need(cropRoom);
  const { y } = paper.doc;
  paper.doc.y = y + drawCrop(paper, picture, place.x ?? margin).height + 3;
}

async function drawConcern(paper: PdfLayout, concern: ReportConcern, draw: Draw): Promise<void> {
  const picture = await cropOf(draw, concern.crop);
  paper.heading('H3', concern.heading, picture ? cropRoom : 40);
  const { y } = paper.doc;
  const beside = picture ? drawCrop(paper, picture, margin) : null;
  paper.doc.y = y;
  const place: Place = beside ? { x: margin + beside.width + 14, width: lineWidth - beside.width - 14 } : {};
  const page = pagesOf(paper);
  paper.paragraphs(concern.facts, { size: 8.5, colour: muted }, place);
  paper.space(2);
  paper.paragraphs(concern.text, {}, place);
  for (const answer of concern.answers) await drawAnswer(paper, answer, { place, draw });
  const stayed = page === pagesOf(paper);
  if (beside && stayed) paper.doc.y = Math.max(paper.doc.y, y + beside.height);
  paper.doc.x = margin;
  paper.space(12);
  paper.need(14);
  const line = paper.doc.y;
  paper.decorate(() =>
    paper.doc
      .moveTo(margin, line)
      .lineTo(pageWidth - margin, line)
      .lineWidth(0.5)
      .stroke(rule),
  );
  paper.space(10);
}

export async function drawConcerns(paper: PdfLayout, concerns: readonly ReportConcern[], draw: Draw): Promise<void> {
  for (const [index, concern] of concerns.entries()) {
    if (index === 0) paper.heading('H2', 'Concerns', cropRoom + 30);
    await drawConcern(paper, concern, draw);
  }
}
