// The first page of a report: the company, a large picture, what it is about, and at its foot the facts.
import { codeWidth, type DrawnPicture, drawCode, drawLarge } from './draw-pictures.ts';
import {
  accent,
  lineWidth,
  margin,
  muted,
  oneLine,
  type PdfLayout,
  pageWidth,
  rule,
  type Style,
} from './pdf-layout.ts';
import type { Report, ReportPicture } from './report-model.ts';

type Draw = (picture: ReportPicture) => Promise<DrawnPicture>;
type Facts = readonly (readonly [label: string, value: string])[];

const labels = 118;
const rowGap = 4;
/** Beneath the code stand its words. */
const codeRoom = codeWidth + 26;
const beside = lineWidth - codeWidth - 24;

/** A short title is large; a long one is smaller rather than the picture. */
const titleSizes = [28, 24, 20, 16] as const;
const most = 2;
const kindStyle: Style = { size: 10, colour: muted };
const subtitleStyle: Style = { size: 13, colour: muted };
const stageStyle: Style = { size: 10, font: 'strong' };

const logoBox = { width: 150, height: 36 };

/** The company in its colour, the logo before its name. */
async function drawBrand(paper: PdfLayout, { name, colour, logo }: Report['brand'], draw: Draw): Promise<void> {
  const { doc } = paper;
  const style: Style = { font: 'strong', size: 13, colour: colour ?? accent };
  const image = logo === null ? null : (await draw({ picture: logo, caption: '', alt: '' })).image;
  const scale = image ? Math.min(logoBox.width / image.width, logoBox.height / image.height) : 0;
  const shown = image && { width: image.width * scale, height: image.height * scale };
  const x = margin + (shown ? shown.width + 12 : 0);
  const width = pageWidth - margin - x;
  const own = paper.heightOf(oneLine(name), style, width);
  const height = Math.max(own, shown?.height ?? 0);
  const top = margin - 8;
  // The name is beside it for screen readers.
  if (image && shown) paper.decorate(() => doc.image(image.bytes, margin, top + (height - shown.height) / 2, shown));
  paper.tag('P', () => paper.write(oneLine(name), style, { x, y: top + (height - own) / 2, width }));
  doc.x = margin;
  doc.y = top + height + 16;
}

/** What it is about, from its kind to the present stage of the works. */
class Title {
  readonly #lines: readonly { text: string; style: Style; space: number; level: 'P' | 'H1' }[];
  readonly height: number;

  constructor(paper: PdfLayout, { kind, title, subtitle, stage }: Report) {
    const shown = oneLine(title);
    const fits = (size: number) =>
      paper.heightOf(shown, { font: 'strong', size }) <= most * paper.heightOf('A', { font: 'strong', size });
    const size = titleSizes.find(fits) ?? titleSizes[3];
    this.#lines = [
      { text: kind, style: kindStyle, space: 3, level: 'P' as const },
      { text: shown, style: { font: 'strong' as const, size }, space: 3, level: 'H1' as const },
      { text: oneLine(subtitle), style: subtitleStyle, space: 7, level: 'P' as const },
      { text: oneLine(stage ?? ''), style: stageStyle, space: 0, level: 'P' as const },
    ].filter(({ text }) => text !== '');
    this.height = this.#lines.reduce((sum, { text, style, space }) => sum + paper.heightOf(text, style) + space, 0);
  }

  draw(paper: PdfLayout): void {
    for (const { text, style, space, level } of this.#lines) {
      paper.tag(level, () => paper.write(text, style));
      if (level === 'H1') paper.bookmark(level, text);
      paper.space(space);
    }
  }
}

const factHeight = (paper: PdfLayout, [label, value]: Facts[number], width: number) =>
  Math.max(paper.heightOf(label, {}, labels - 8), paper.heightOf(value, {}, width - labels)) + rowGap;

/** `room`: their width on the page where they begin; what does not fit there continues at full width on the next one. */
function drawFacts(paper: PdfLayout, facts: Facts, room: number): void {
  const table = paper.open('Table');
  let width = room;
  for (const [label, value] of facts) {
    const { pages } = paper;
    paper.need(paper.heightOf(value, {}, width - labels));
    if (paper.pages > pages) width = lineWidth;
    const row = paper.open('TR', table);
    const { y } = paper.doc;
    paper.tag('TH', () => paper.write(label, { colour: muted }, { y, width: labels - 8 }), { parent: row });
    paper.tag('TD', () => paper.write(value, {}, { x: margin + labels, y, width: width - labels }), { parent: row });
    row.end();
    paper.doc.y = y + factHeight(paper, [label, value], width);
  }
  table.end();
}

/** At the foot of the page where they fit beneath what is above them. */
function drawFoot(paper: PdfLayout, { link }: Report, { facts, height }: { facts: Facts; height: number }): void {
  const { doc } = paper;
  if (link) paper.need(codeRoom + 12);
  doc.y += Math.max(0, paper.left - height);
  const line = doc.y;
  paper.decorate(() =>
    doc
      .moveTo(margin, line)
      .lineTo(pageWidth - margin, line)
      .lineWidth(0.5)
      .stroke(rule),
  );
  const top = line + 12;
  const { pages } = paper;
  if (link) drawCode(paper, link, { x: pageWidth - margin - codeWidth, y: top, width: codeWidth });
  doc.x = margin;
  doc.y = top;
  drawFacts(paper, facts, link ? beside : lineWidth);
  if (link && pages === paper.pages) doc.y = Math.max(doc.y, top + codeRoom);
  doc.x = margin;
}

/** In points: between the picture, the title and the facts. */
const gap = 18;
const leastPicture = 190;
/** Without a picture the title stands where the eye begins. */
const titleAlone = 150;

export async function drawCover(paper: PdfLayout, report: Report, draw: Draw): Promise<void> {
  const { brand, cover, link, madeOn } = report;
  await drawBrand(paper, brand, draw);
  const title = new Title(paper, report);
  const facts: Facts = [
    ...report.facts.map(([label, value]) => [label, oneLine(value)] as const),
    ['Prepared by', oneLine(brand.name)],
    ['Prepared on', madeOn],
  ];
  const width = link ? beside : lineWidth;
  const own = facts.reduce((sum, [label, value]) => sum + factHeight(paper, [label, value], width), 0);
  const height = 12 + Math.max(own, link ? codeRoom : 0);
  const room = paper.left - title.height - height - 2 * gap;
  if (cover) drawLarge(paper, await draw(cover), Math.max(leastPicture, room));
  else paper.space(Math.min(titleAlone, Math.max(0, room)));
  paper.space(cover ? gap : 0);
  title.draw(paper);
  paper.space(gap);
  drawFoot(paper, report, { facts, height });
}
