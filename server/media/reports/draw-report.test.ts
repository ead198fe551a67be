// The claims about the paper itself: text, tags, pictures and bytes of a drawn report.
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyReport } from '#server/test-support/files/empty-report.ts';
import { readPdf } from '#server/test-support/files/read-pdf.ts';
import { drawCode } from './draw-pictures.ts';
import { drawReport } from './draw-report.ts';
import type { Report } from './report-model.ts';

const picture = (number: number) => ({ picture: number, caption: `Picture ${number}`, alt: `Alternative ${number}` });

let photo: Buffer;
beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'grey', noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
});

async function draw(
  report: Partial<Report>,
  bytesOf: (number: number) => Uint8Array | null = () => photo,
): Promise<Buffer> {
  const out = new PassThrough();
  const made = buffer(out);
  const supply = { picture: async (number: number) => bytesOf(number), onProgress: () => undefined };
  await drawReport({ ...emptyReport, ...report }, supply, (doc) => doc.pipe(out));
  return made;
}

describe('a report on paper', () => {
  test('prints the naira sign, accents and marks below letters, from fonts that lie in it', async () => {
    const made = await draw({ title: 'Ọlá Ṣadé', notes: 'Cost so far: ₦ 12,400,000\nÀwọn òṣìṣẹ́ ti parí' });
    const { text } = await readPdf(made);
    expect(text).toContain('₦ 12,400,000');
    expect(text.normalize('NFC')).toContain('Ọlá Ṣadé');
    expect(text.normalize('NFC')).toContain('Àwọn òṣìṣẹ́ ti parí'.normalize('NFC'));
    expect(made.includes('/FontFile2')).toBe(true);
    expect(made.includes('/BaseFont /Helvetica')).toBe(false);
  });

  test('keeps HTML and line breaks of names as plain words in one line', async () => {
    const { text, title } = await readPdf(await draw({ title: '<b>Tower\r\nA</b>\u2028<script>' }));
    expect(text).toContain('<b>Tower A</b> <script>');
    expect(title).toBe('Session report, <b>Tower A</b> <script>');
  });

  test('carries the company: its name, colour and logo on the first page, its address at the foot of each', async () => {
    const brand = { name: '<b>Sky\nline</b>', colour: '#7a5c00', address: '1 Marina, Lagos', logo: 1 };
    const made = await draw({ brand, notes: 'Slab poured.' });
    const { pages, tags } = await readPdf(made);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages[0]).toContain('<b>Sky line</b>');
    for (const page of pages) expect(page).toContain('1 Marina, Lagos');
    // The logo is an ornament beside the name.
    expect(tags.filter(({ role }) => role === 'Figure')).toEqual([]);
    const images = (from: Buffer) => from.toString('latin1').split('/Subtype /Image').length - 1;
    expect(images(made)).toBe(1);
    expect(images(await draw({ brand: { ...brand, logo: null } }))).toBe(0);
  });

  test('is tagged: headings, paragraphs, a table of facts, figures with their words, a link', async () => {
    const { tags, links, outline, language } = await readPdf(
      await draw({
        cover: picture(0),
        facts: [['Site', 'Block A']],
        link: { url: 'https://topout.example/sessions/1', words: 'Open this session' },
        notes: 'Slab poured.',
        groups: [{ heading: 'Drone photos', pictures: [picture(1)] }],
      }),
    );
    const roles = tags.map(({ role }) => role);
    for (const role of ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure', 'Caption', 'Link'])
      expect(roles).toContain(role);
    expect(tags.filter(({ role }) => role === 'Figure').map(({ alt }) => alt)).toEqual([
      'Alternative 0',
      'QR code: Open this session, https://topout.example/sessions/1',
      'Alternative 1',
    ]);
    expect(links).toEqual(['https://topout.example/sessions/1']);
    expect(outline).toEqual(['Lekki Palm', 'Notes', 'Drone photos']);
    expect(language).toBe('en');
  });

  test('is of A4 pages, each of which says which of how many it is, and from what record it was made', async () => {
    const { pages, sizes } = await readPdf(
      await draw({ groups: [{ heading: 'Drone photos', pictures: Array.from({ length: 14 }, (_, n) => picture(n)) }] }),
    );
    expect(pages.length).toBeGreaterThan(2);
    expect(sizes).toEqual(pages.map(() => [595, 842]));
    pages.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(page).toContain('Session 1, record 2');
    });
  });

  test('shows as many pictures as it names, and says which could not be shown', async () => {
    const groups = [{ heading: 'Drone photos', pictures: [0, 1, 2].map(picture) }];
    const { pictures, text } = await readPdf(await draw({ groups }, (number) => (number === 1 ? null : photo)));
    expect(pictures.reduce((sum, one) => sum + one)).toBe(2);
    expect(text.match(/This picture could not be shown/g)).toHaveLength(1);
    const broken = await readPdf(await draw({ groups }, () => Buffer.from('no picture')));
    expect(broken.text.match(/This picture could not be shown/g)).toHaveLength(3);
  });

  test('of the same content has the same bytes', async () => {
    const report = { cover: picture(0), notes: 'Slab poured.', link: { url: 'https://a.example/1', words: 'Open' } };
    expect(await draw(report)).toEqual(await draw(report));
  });

  test('stays small enough for a mail, however heavy its pictures are', async () => {
    const groups = [{ heading: 'Drone photos', pictures: Array.from({ length: 40 }, (_, n) => picture(n)) }];
    expect((await draw({ groups })).length).toBeLessThan(6_000_000);
  });

  test('asks for the next picture while one is drawn, in the order of the pages', async () => {
    const crop = { ...picture(5), mark: null, url: null };
    const concern = { heading: 'Concern 1', facts: '', text: 'A crack', crop, answers: [] };
    const report = {
      cover: picture(0),
      pairs: [{ heading: '1 Corner', before: picture(2), after: picture(1), matrix: null, note: '' }],
      groups: [{ heading: 'Drone photos', pictures: [3, 4].map(picture) }],
      concerns: [concern],
    };
    const [asked, done]: [number[], number[]] = [[], []];
    const supply = {
      async picture(number: number) {
        asked.push(number);
        return photo;
      },
      onProgress: (count: number) => void done.push(asked.length - count),
    };
    await drawReport({ ...emptyReport, ...report }, supply, (doc) => doc.resume());
    expect(asked).toEqual([0, 1, 2, 3, 4, 5]);
    // When one is done the next was asked for, but no more.
    expect(done).toEqual([0, 1, 1, 1, 1, 1, 0]);
  });

  test('lays the older picture of a pair over the newer one, and leaves grey what it does not show', async () => {
    const pair = { heading: '1 Corner', before: picture(0), after: picture(1), note: 'Aligned on 50 points' };
    const moved = await draw({ pairs: [{ ...pair, matrix: [1, 0, 0.5, 0, 1, 0, 0, 0, 1] }] });
    const still = await draw({ pairs: [{ ...pair, matrix: null }] });
    expect(moved).not.toEqual(still);
    expect((await readPdf(moved)).text).toContain('Aligned on 50 points');
  });

  test('with long names and many facts fills its pages, beneath each other, and begins no more than it needs', async () => {
    const long = (word: string, many: number) => Array.from({ length: many }, (_, n) => `${word}${n}`).join(' ');
    const facts = Array.from({ length: 12 }, (_, n): [string, string] => [`Fact ${n}`, long(`f${n}w`, 40)]);
    const { pages } = await readPdf(
      await draw({
        title: long('Title', 30),
        subtitle: long('Subtitle', 12),
        cover: picture(0),
        facts,
        link: { url: 'https://topout.example/sessions/1', words: 'Open this session' },
      }),
    );
    expect(pages.length).toBeLessThanOrEqual(3);
    for (let fact = 0; fact < facts.length; fact++) {
      const [page, ...others] = pages.filter((text) => text.includes(`f${fact}w0`));
      expect([page?.includes(`f${fact}w39`), others]).toEqual([true, []]);
    }
  });

  test('keeps the cells of a table’s row on one page, however many lines they have', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => [
      `Row ${n}`,
      Array.from({ length: 50 }, () => `w${n}x`).join(' '),
    ]);
    const columns = [
      { title: 'What', width: 0.7 },
      { title: 'Long', width: 0.3 },
    ];
    const { pages } = await readPdf(await draw({ visits: { columns, rows } }));
    for (let row = 0; row < rows.length; row++) {
      const shown = pages.filter((text) => text.includes(`w${row}x`));
      expect(shown).toHaveLength(1);
      expect(shown[0]?.split(`w${row}x`)).toHaveLength(51);
      expect(shown[0]).toContain(`Row ${row}`);
    }
  });

  /** The widths at which pictures are drawn, of the last time that the report is laid out. */
  async function layOut(report: Partial<Report> & { count: number }) {
    const widths: number[] = [];
    const asked: number[] = [];
    const { image } = PDFDocument.prototype;
    const watched = function (this: PDFKit.PDFDocument, ...args: unknown[]) {
      widths.push(Math.round((args[3] as { width: number }).width));
      return Reflect.apply(image, this, args);
    };
    PDFDocument.prototype.image = watched as typeof image;
    try {
      const pictures = Array.from({ length: report.count }, (_, number) => picture(number));
      const made = await draw({ ...report, groups: [{ heading: 'Drone photos', pictures }] }, (number) => {
        asked.push(number);
        return photo;
      });
      return { pages: (await readPdf(made)).pages.length, widths: widths.slice(-report.count), asked };
    } finally {
      PDFDocument.prototype.image = image;
    }
  }

  test('leaves no row of pictures half empty: three stand in the last row of an odd number, one alone is large', async () => {
    expect((await layOut({ count: 4 })).widths).toEqual([243, 243, 243, 243]);
    expect((await layOut({ count: 5 })).widths).toEqual([243, 243, 157, 157, 157]);
    expect((await layOut({ count: 1 })).widths).toEqual([399]);
  });

  test('draws its pictures smaller where the last page would hold a few lines, and asks for each once', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, nth) => `Release ${nth}`);
    const saved = await layOut({ count: 6, releases: lines(1) });
    expect(saved.pages).toBe(2);
    expect(Math.max(...saved.widths)).toBeLessThan(243);
    expect(saved.asked).toEqual([0, 1, 2, 3, 4, 5]);
    const filled = await layOut({ count: 6, releases: lines(20) });
    expect([filled.pages, filled.widths[0]]).toEqual([3, 243]);
  });

  test('leaves four squares of white around a code, as scanners need', () => {
    const rects: number[][] = [];
    const chain = () => doc;
    const doc = {
      rect: (...rect: number[]) => {
        rects.push(rect);
        return doc;
      },
      lineWidth: chain,
      fillAndStroke: chain,
      fill: chain,
      text: chain,
    };
    const paper = { doc, set: chain, write: chain, tag: (_type: string, content: () => void) => content() };
    drawCode(paper as never, { url: 'https://topout.example/s/1', words: 'Open' }, { x: 10, y: 20, width: 108 });
    const [, ...squares] = rects;
    const step = squares[0]?.[2] ?? 0;
    expect(Math.min(...squares.map(([x = 0]) => x)) - 10).toBeCloseTo(4 * step);
    expect(Math.max(...squares.map(([, y = 0]) => y)) + step).toBeCloseTo(20 + 108 - 4 * step);
  });

  test('of a long text goes on over pages, and a table repeats its head', async () => {
    const notes = Array.from({ length: 200 }, (_, n) => `Line ${n} of the notes`).join('\n');
    const rows = Array.from({ length: 120 }, (_, n) => [`Visit ${n}`]);
    const { pages, text, tags } = await readPdf(
      await draw({ notes, visits: { columns: [{ title: 'What', width: 1 }], rows } }),
    );
    expect(text).toContain('Line 199 of the notes');
    expect(text).toContain('Visit 119');
    expect(pages.length).toBeGreaterThan(6);
    expect(tags.filter(({ role }) => role === 'TH').length).toBeGreaterThan(2);
  });
});
