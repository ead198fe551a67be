// Measures and draws lines of text in a PDF, in as many fonts as their glyphs need.
import { type FontName, fontFiles, fontOf, type Sign, type Weight } from './script-fonts.ts';
import { type Frame, type Line, type Piece, setLines, type Type } from './set-lines.ts';

type Document = PDFKit.PDFDocument;
type TextOptions = PDFKit.Mixins.TextOptions;
/** The parsed font file of pdfkit. */
type Opened = { _font: { font: { hasGlyphForCodePoint(code: number): boolean; ascent: number; unitsPerEm: number } } };

export type Setting = { weight: Weight; size: number; gap: number };

/** Above and below the baseline, in font sizes; what Arabic fonts claim is for whole stacks of vowels. */
const reach: Record<FontName, { above: number; below: number }> = {
  latin: { above: 0.969, below: 0.242 },
  emoji: { above: 0.95, below: 0.25 },
  arabic: { above: 1.1, below: 0.45 },
  devanagari: { above: 1, below: 0.41 },
  hebrew: { above: 1.068, below: 0.292 },
  thai: { above: 1.061, below: 0.45 },
  nko: { above: 1.069, below: 0.293 },
  ethiopic: { above: 1.069, below: 0.293 },
  han: { above: 0.969, below: 0.242 },
  kana: { above: 0.969, below: 0.242 },
  hangul: { above: 0.969, below: 0.242 },
};

/** In fontkit's form: an object may take features away. Marks stand where they come, instead of over their letters. */
const marksUnplaced = { mark: false, mkmk: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];

const isPlain = ({ pieces, source }: Line) =>
  pieces.length === 0 || (pieces.length === 1 && pieces[0]?.font === 'latin' && pieces[0].text === source);

export class Typesetter {
  readonly #doc: Document;
  readonly #signs = new Map<string, Sign | null>();

  constructor(doc: Document) {
    this.#doc = doc;
  }

  #font(font: FontName, { weight, size }: Omit<Setting, 'gap'>): Document {
    return this.#doc.font(fontFiles[font][weight]).fontSize(size);
  }

  #opened(font: FontName) {
    this.#font(font, { weight: 'plain', size: 10 });
    return (this.#doc as unknown as Opened)._font.font;
  }

  #sign = (cluster: string): Sign | null => {
    const known = this.#signs.get(cluster);
    if (known !== undefined) return known;
    const sign = fontOf(cluster, (font, code) => this.#opened(font).hasGlyphForCodePoint(code));
    this.#signs.set(cluster, sign);
    return sign;
  };

  /** fontkit throws at a mark for which the font has no place at its letter, as at the dots of ݠ: such text is set without places. */
  #measure(text: string, font: FontName, set: Setting): { width: number; features?: typeof marksUnplaced } {
    const doc = this.#font(font, set);
    try {
      return { width: doc.widthOfString(text) };
    } catch {
      return { width: doc.widthOfString(text, { features: marksUnplaced }), features: marksUnplaced };
    }
  }

  #typeOf(set: Setting): Type {
    return { sign: this.#sign, width: (text, font) => this.#measure(text, font, set).width };
  }

  lines(text: string, set: Setting, frame: Frame): Line[] {
    return setLines(this.#typeOf(set), text, frame);
  }

  /** Its first line, with an ellipsis if there are more. */
  oneLine(text: string, set: Setting, frame: Frame): Line {
    const [line, ...more] = this.lines(text, set, frame);
    const empty: Line = { pieces: [], source: '', isRtl: false };
    if (line && more.length === 0) return line;
    const room = frame.room - this.#typeOf(set).width('…', 'latin');
    const { pieces, source, isRtl } = this.lines(text, set, { ...frame, room })[0] ?? empty;
    const end: Piece = { text: '…', font: 'latin', level: 0 };
    return { pieces: isRtl ? [end, ...pieces] : [...pieces, end], source: `${source}…`, isRtl };
  }

  heightOf({ pieces }: Line, { size, gap }: Setting): { above: number; height: number } {
    const used = pieces.map(({ font }) => reach[font]);
    const above = Math.max(reach.latin.above, ...used.map((one) => one.above));
    const below = Math.max(reach.latin.below, ...used.map((one) => one.below));
    return { above: above * size, height: (above + below) * size + gap };
  }

  widthOf({ pieces }: Line, set: Setting): number {
    const { width } = this.#typeOf(set);
    return pieces.reduce((sum, { text, font }) => sum + width(text, font), 0);
  }

  /** Drawn from its upper left; screen readers get the written text where the glyphs differ from it. */
  draw(line: Line, set: Setting, { x, y, ...options }: { x: number; y: number } & TextOptions): void {
    const baseline = y + this.heightOf(line, set).above;
    const hasActualText = !isPlain(line);
    if (hasActualText) this.#doc.markContent('Span', { actual: line.source.replace(/[\u2066-\u2069]/g, '') });
    let at = x;
    for (const { text, font } of line.pieces) {
      const { ascent, unitsPerEm } = this.#opened(font);
      const { width, ...shaping } = this.#measure(text, font, set);
      const top = baseline - (ascent / unitsPerEm) * set.size;
      this.#font(font, set).text(text, at, top, { ...options, ...shaping, lineBreak: false });
      at += width;
    }
    if (hasActualText) this.#doc.endMarkedContent();
  }
}
