// A page of paper to write on: tagged for screen readers, with margins, headings, bookmarks and what stands on every page.
import PDFDocument from 'pdfkit';
import type { Report } from './report-model.ts';
import { fontFiles, type Weight } from './script-fonts.ts';
import type { Line } from './set-lines.ts';
import { type Setting, Typesetter } from './typesetter.ts';

export const margin = 48;
export const pageWidth = 595.28;
export const pageHeight = 841.89;
export const lineWidth = pageWidth - 2 * margin;
const bottom = 64;

export const ink = '#111827';
export const muted = '#4b5563';
export const rule = '#d1d5db';
/** Blueprint blue. */
export const accent = '#1d4ed8';

type Document = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;
export type Style = { font?: Weight; size?: number; colour?: string; gap?: number };

/** `isCut`: one line, with an ellipsis where there is more. */
type Place = {
  x?: number;
  y?: number;
  width?: number;
  align?: 'left' | 'center' | 'right';
  direction?: 'ltr' | 'auto';
  isCut?: boolean;
} & Pick<PDFKit.Mixins.TextOptions, 'link' | 'underline'>;

/** More signs than one line has room for. */
const mostInOneLine = 400;
const sizes = { H1: 24, H2: 15, H3: 11 } as const;

const setOf = ({ font = 'plain', size = 10, gap = 2 }: Style): Setting => ({ weight: font, size, gap });

/** Spaces and line breaks of a name are one space: it stands in one line. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

export class PdfLayout {
  readonly doc: Document;
  readonly root: Element;
  /** Of pictures in rows, as a share of the usual one. */
  readonly pictureSize: number;
  readonly #type: Typesetter;
  readonly #top = margin + 16;
  #outline: PDFKit.PDFOutline | undefined;

  constructor({ title, subtitle, kind, brand, madeAt }: Report, pictureSize = 1) {
    this.pictureSize = pictureSize;
    const made = new Date(madeAt);
    this.doc = new PDFDocument({
      size: 'A4',
      margins: { top: margin, left: margin, right: margin, bottom },
      lang: 'en',
      tagged: true,
      displayTitle: true,
      pdfVersion: '1.7',
      subset: 'PDF/A-2a',
      bufferPages: true,
      info: {
        Title: oneLine([kind, title, subtitle].filter(Boolean).join(', ')),
        Author: oneLine(brand.name),
        Creator: oneLine(brand.name),
        Producer: 'pdfkit',
        CreationDate: made,
        ModDate: made,
      },
      font: fontFiles.latin.plain,
    });
    this.#type = new Typesetter(this.doc);
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
  }

  /** An element beneath another; its own are added before it is ended. */
  open(type: string, parent: Element = this.root): Element {
    const element = this.doc.struct(type);
    parent.add(element);
    return element;
  }

  tag(type: string, draw: () => void, { parent = this.root, alt }: { parent?: Element; alt?: string } = {}): void {
    const element = this.doc.struct(type, alt === undefined ? {} : { alt: oneLine(alt) }, draw);
    parent.add(element);
    element.end();
  }

  /** What is drawn within is a link, also for screen readers. */
  linked(
    url: string,
    box: { x: number; y: number; width: number; height: number; parent?: Element },
    draw: (parent: Element) => void,
  ): void {
    const { x, y, width, height, parent } = box;
    const element = this.open('Link', parent);
    draw(element);
    // What a reader program says of it; pdfkit takes a plain string for a name.
    const Contents = Object(`Open ${url}`) as string;
    this.doc.link(x, y, width, height, url, { structParent: element, Contents } as PDFKit.Mixins.AnnotationOption);
    element.end();
  }

  /** Lines and grounds, which say nothing. */
  decorate(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }

  get pages(): number {
    return this.doc.bufferedPageRange().count;
  }

  get left(): number {
    return pageHeight - bottom - this.doc.y;
  }

  /** What stands on this page, in points. */
  get used(): number {
    return this.doc.y - this.#top;
  }

  /** A new page where less than this is left. */
  need(height: number): void {
    if (this.left < height) this.page();
  }

  page(): void {
    this.doc.addPage();
    this.doc.x = margin;
    this.doc.y = this.#top;
  }

  space(height: number): void {
    this.doc.y += height;
  }

  heightOf(text: string, style: Style, width = lineWidth): number {
    const set = setOf(style);
    const lines = this.#type.lines(text, set, { room: width });
    return lines.reduce((sum, line) => sum + this.#type.heightOf(line, set).height, 0);
  }

  #left(line: Line, set: Setting, { x = margin, width = lineWidth, align }: Place): number {
    const side = align ?? (line.isRtl ? 'right' : 'left');
    if (side === 'left') return x;
    const rest = width - this.#type.widthOf(line, set);
    return x + (side === 'center' ? rest / 2 : rest);
  }

  /** All text goes through here: on the next page where this one ends. */
  write(text: string, style: Style, place: Place = {}): void {
    const { x = margin, y = this.doc.y, width: room = lineWidth, direction = 'ltr', isCut = false } = place;
    const { align: _align, direction: _direction, isCut: _isCut, width: _width, ...options } = place;
    const set = setOf(style);
    const frame = { room, direction };
    this.doc.y = y;
    for (const line of isCut ? [this.#type.oneLine(text, set, frame)] : this.#type.lines(text, set, frame)) {
      const { height } = this.#type.heightOf(line, set);
      if (this.doc.y + height > pageHeight - this.doc.page.margins.bottom) this.page();
      const top = this.doc.y;
      this.doc.fillColor(style.colour ?? ink);
      this.#type.draw(line, set, { ...options, x: this.#left(line, set, place), y: top });
      this.doc.y = top + height;
    }
    this.doc.x = x;
  }

  /** `room`: what must stand on the same page beneath it. */
  heading(level: keyof typeof sizes, text: string, room = 60): void {
    const style = { font: 'strong', size: sizes[level] } as const;
    this.need(this.heightOf(text, style) + room);
    this.tag(level, () => this.write(oneLine(text), style));
    this.bookmark(level, text);
    this.space(level === 'H3' ? 3 : 6);
  }

  bookmark(level: keyof typeof sizes, text: string): void {
    if (level === 'H3') this.#outline?.addItem(oneLine(text));
    else this.#outline = this.doc.outline.addItem(oneLine(text));
  }

  /** Each line that its writer began is a paragraph of its own. */
  paragraphs(text: string, style: Style = {}, { x = margin, width = lineWidth } = {}): void {
    for (const line of text.split(/\r\n|\r|\n|\u2028|\u2029/)) {
      if (line.trim() === '') {
        this.space(6);
        continue;
      }
      this.need(16);
      this.tag('P', () => this.write(line.replace(/\p{Cc}/gu, ' '), style, { x, width, direction: 'auto' }));
    }
  }

  /** One line, cut where it is too long. */
  #small(text: string, { x, y, ...box }: { x: number; y: number; width: number; align: 'left' | 'right' }): void {
    const shown = oneLine(text.slice(0, mostInOneLine));
    this.write(shown, { size: 8, colour: muted, gap: 0 }, { x, y, ...box, isCut: true });
  }

  /** What stands at the head and foot of every page, once all of them are there. */
  finish({ brand, kind, title, foot }: Report): void {
    const { count } = this.doc.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      this.doc.switchToPage(index);
      // Nothing that is written beneath the margin may begin a new page.
      this.doc.page.margins.bottom = 0;
      this.doc.markContent('Artifact', { type: 'Pagination' });
      if (index > 0) {
        this.#small(brand.name, { x: margin, y: 30, width: 130, align: 'left' });
        this.#small(`${kind}: ${title}`, { x: margin + 140, y: 30, width: lineWidth - 140, align: 'right' });
        this.doc
          .moveTo(margin, 45)
          .lineTo(pageWidth - margin, 45)
          .lineWidth(0.5)
          .stroke(rule);
      }
      const y = pageHeight - 40;
      if (brand.address !== '') this.#small(brand.address, { x: margin, y: y - 11, width: lineWidth, align: 'left' });
      this.#small(foot, { x: margin, y, width: lineWidth - 100, align: 'left' });
      this.#small(`Page ${index + 1} of ${count}`, { x: pageWidth - margin - 90, y, width: 90, align: 'right' });
      this.doc.endMarkedContent();
    }
    this.root.end();
    this.doc.end();
  }
}
