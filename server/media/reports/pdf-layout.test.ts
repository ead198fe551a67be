// Claims about text of any script in a PDF: it stays within margins and does not overlap, in headings, cells, page heads and feet.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyReport } from '#server/test-support/files/empty-report.ts';
import { readPdf } from '#server/test-support/files/read-pdf.ts';
import { drawTable } from './draw-table.ts';
import { lineWidth, margin, PdfLayout, pageHeight, pageWidth } from './pdf-layout.ts';
import type { Report } from './report-model.ts';

type Box = { text: string; page: number; left: number; right: number; top: number; bottom: number };

/** Draws on it, and records where each run of glyphs is. */
function boxesOf(report: Partial<Report>, draw: (paper: PdfLayout) => void): Box[] {
  const paper = new PdfLayout({ ...emptyReport, ...report });
  const { doc } = paper;
  const boxes: Box[] = [];
  const text = doc.text.bind(doc) as (...args: unknown[]) => typeof doc;
  let page = 0;
  const { switchToPage, addPage } = doc;
  doc.addPage = (...args) => {
    page++;
    return addPage.apply(doc, args);
  };
  doc.switchToPage = (number) => {
    page = number ?? page;
    return switchToPage.call(doc, number as number);
  };
  doc.text = ((...drawn: [text: string, x: number, y: number, options: PDFKit.Mixins.TextOptions]) => {
    const [shown, x, y] = drawn;
    const box = { text: shown, page, left: x, right: x + doc.widthOfString(shown, drawn[3]), top: y };
    boxes.push({ ...box, bottom: y + doc.currentLineHeight() });
    return text(...drawn);
  }) as typeof doc.text;
  draw(paper);
  paper.finish({ ...emptyReport, ...report });
  doc.resume();
  return boxes;
}

/** Tolerance for kerning: less than can be seen. */
const nearly = 0.5;

/** Overlaps larger than the space that fonts leave above and below their letters. */
function overlapping(boxes: readonly Box[]): Box[][] {
  const sorted = [...boxes].sort((one, other) => one.page - other.page || one.top - other.top);
  return sorted.flatMap((one, index) => {
    const found: Box[][] = [];
    for (const other of sorted.slice(index + 1)) {
      if (other.page !== one.page || other.top > one.bottom) break;
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      const isBeside = other.left > one.right - nearly || one.left > other.right - nearly;
      const least = Math.min(one.bottom - one.top, other.bottom - other.top);
      if (!isBeside && height > 0.45 * least) found.push([one, other]);
    }
    return found;
  });
}

const script = fc.constantFrom(
  ...[
    'Slab',
    'òṣìṣẹ́',
    '₦12,400',
    '🏗️',
    '👨‍👩‍👧',
    '🇳🇬',
    '👍🏽',
    'تم صب',
    'محمّدٌ',
    'क्षेत्र',
    '建筑工地',
    'ไทย',
    'עברית',
    'ߒߞߏ',
    'ሰላም',
    'コンクリート',
    '한국어',
    '﷽',
  ],
  ...['\u202e', '\u2067', '\u0301\u0301\u0301', '\ud800', '(', '\u200d', '\u200b', 'x'.repeat(90), '👨‍'.repeat(40)],
);
const words = fc
  .array(
    fc.oneof(script, fc.string({ unit: 'grapheme', maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 12 })),
    {
      maxLength: 16,
    },
  )
  .map((parts) => parts.join(' '));

test('words of any script stay within the margins, and none stands over another', () => {
  fc.assert(
    fc.property(words, words, words, (one, two, three) => {
      const brand = { ...emptyReport.brand, name: one, address: two };
      const boxes = boxesOf({ title: two, brand, foot: three }, (paper) => {
        paper.page();
        paper.heading('H1', one);
        paper.paragraphs(`${two}\n${three}`);
        const columns = [0.2, 0.5, 0.3].map((width, index) => ({ title: [one, two, three][index] ?? '', width }));
        drawTable(paper, 'Visits', { columns, rows: [[three.slice(0, 60), one, two.slice(0, 80)]] });
      });
      for (const box of boxes) {
        expect(box.left).toBeGreaterThanOrEqual(margin - nearly);
        expect(box.right, box.text).toBeLessThanOrEqual(pageWidth - margin + nearly);
        expect(box.bottom).toBeLessThan(pageHeight - 20);
      }
      expect(overlapping(boxes)).toEqual([]);
    }),
    { numRuns: 8 },
  );
}, 120_000);

test('words that are drawn otherwise than they are written are read aloud as they are written', async () => {
  const notes = 'ọ̀nà 🏗️ ẹ́kọ́';
  const made = await new Promise<Buffer>((resolve) => {
    const paper = new PdfLayout(emptyReport);
    const chunks: Buffer[] = [];
    paper.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    paper.doc.on('end', () => resolve(Buffer.concat(chunks)));
    paper.paragraphs(`${notes}\nتم صب الخرسانة\n建筑工地\nनिर्माण`);
    paper.paragraphs('שלום\nกรุงเทพ\nߒߞߏ\nሰላም\nひらがな\n서울');
    paper.finish(emptyReport);
  });
  const { text, pages } = await readPdf(made);
  expect(pages).toHaveLength(1);
  expect(text.normalize('NFC')).toContain(notes.normalize('NFC'));
  expect(text).toContain('建筑工地');
  for (const word of ['ሰላም', 'ひらがな', '서울']) expect(text).toContain(word);
  const noto = ['Emoji', ...['Arabic', 'Devanagari', 'Hebrew', 'Thai', 'NKo', 'Ethiopic'].map((one) => `Sans${one}`)];
  for (const font of [...noto.map((one) => `Noto${one}`), 'ZCOOLXiaoWei', 'SawarabiGothic', 'Jua'])
    expect([font, made.includes(font)]).toEqual([font, true]);
});

test.each(['ݠ', '\u0629\u06a5'])('%s is drawn although the font cannot place its marks', (word) => {
  const boxes = boxesOf({ title: word, foot: word }, (paper) => paper.paragraphs(`${word} ${word}`));
  expect(boxes.filter(({ text }) => text.includes(word)).length).toBeGreaterThanOrEqual(2);
});

test('a paragraph that is read from the right begins there', () => {
  const [box, ...rest] = boxesOf({}, (paper) => paper.paragraphs('تم')).filter(({ text }) => text === 'تم');
  expect(rest).toEqual([]);
  expect(box?.right).toBeCloseTo(margin + lineWidth);
});
