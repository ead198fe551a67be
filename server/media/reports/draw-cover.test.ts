// The claims about the first page of a report: what stands on it, where, and that nothing hides anything else.
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { emptyReport } from '#server/test-support/files/empty-report.ts';
import { readPdf } from '#server/test-support/files/read-pdf.ts';
import { drawReport } from './draw-report.ts';
import { lineWidth, margin, pageHeight } from './pdf-layout.ts';
import type { Report } from './report-model.ts';

const long = 'Residences at the Waterfront '.repeat(7).slice(0, 200);
const facts: Report['facts'] = [
  ['Phase', 'Roofing'],
  ['Pictures', '43 pictures'],
  ['Client', 'Ngozi Okonkwo, Palm Estates Ltd'],
  ['Location', '12 Admiralty Way, Lekki Phase 1, Lagos'],
  ['Photographer', 'Chinedu Obi'],
  ['Record', 'No. 214'],
  ['Seal', 'No. 12 on November 28, 2026, code 7F3A-0C9K-2M4T-X8QZ. Check it at https://progress.example/verify'],
];
const usual: Partial<Report> = {
  title: 'Lekki Palm Towers',
  subtitle: 'Block A, November 24, 2026',
  stage: 'Roof carcass · 11 of 15 stages confirmed · next: Roof covering',
  cover: { picture: 0, caption: '', alt: 'The roof from above' },
  facts,
  link: { url: 'https://progress.example/sessions/1', words: 'Open this session' },
  brand: { name: 'Skyline Progress', colour: '#b3261e', address: '1 Marina, Lagos', logo: 1 },
  madeOn: 'November 29, 2026',
};
const { brand = emptyReport.brand } = usual;

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();

type Area = { text?: string; left: number; right: number; top: number; bottom: number };

/** `shape`: of the large picture, width and height; null: it is not available. `area`: where it stands. */
async function draw(report: Partial<Report>, shape: readonly [number, number] | null = [1600, 1067]) {
  let area: Area | null = null;
  const { roundedRect } = PDFDocument.prototype;
  PDFDocument.prototype.roundedRect = function (this: PDFKit.PDFDocument, ...args: number[]) {
    const [x = 0, y = 0, width = 0, height = 0] = args;
    area = { left: x, right: x + width, top: y, bottom: y + height };
    return Reflect.apply(roundedRect, this, args);
  } as typeof roundedRect;
  try {
    const out = new PassThrough();
    const made = buffer(out);
    const supply = {
      async picture(number: number) {
        const [width, height] = number === 1 ? [200, 100] : (shape ?? []);
        return width && height ? picture(width, height) : null;
      },
      onProgress: () => undefined,
    };
    await drawReport({ ...emptyReport, ...usual, ...report }, supply, (doc) => doc.pipe(out));
    return { ...(await readPdf(await made)), area: area as Area | null };
  } finally {
    PDFDocument.prototype.roundedRect = roundedRect;
  }
}

/** What reads PDFs takes the width of letters from the right for that of their whole line. */
const fromTheRight = /[\u0590-\u08ff]/;
const isOneLine = (one: Area, other: Area) =>
  Math.abs(one.bottom - other.bottom) < 1 && fromTheRight.test(`${one.text} ${other.text}`);

/** By more than the signs' own room above and below them. */
const overlap = (one: Area, other: Area) =>
  !isOneLine(one, other) &&
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;

const cases: [string, Partial<Report>, (readonly [number, number] | null)?][] = [
  ['with everything', {}],
  ['with names of 200 letters', { title: long, subtitle: `${long}, November 24, 2026`, stage: `${long} · 1 of 2` }],
  [
    'with names that are read from the right',
    {
      title: 'أبراج نخيل ليكي السكنية',
      subtitle: '\u2068المبنى أ\u2069, November 24, 2026',
      brand: { ...brand, name: 'سكاي لاين' },
    },
  ],
  ['without a logo', { brand: { ...brand, logo: null, colour: null } }],
  ['without a picture', { cover: null }],
  ['with a picture that cannot be shown', {}, null],
  ['with a tall picture', {}, [600, 1600]],
  ['with a wide picture', {}, [1600, 300]],
  ['without an address or a stage', { link: null, stage: null }],
  ['with a single fact', { facts: facts.slice(0, 1), link: null }],
];

describe('the first page', () => {
  test.each(cases)('%s holds all its facts within the margins, and nothing lies on anything else', async (...args) => {
    const [, report, shape] = args;
    const { pages, boxes, area } = await draw(report, shape);
    expect(pages).toHaveLength(1);
    for (const [label, value] of report.facts ?? facts) {
      expect(pages[0]).toContain(label);
      expect(pages[0]?.replace(/\s+/g, '')).toContain(value.replace(/\s+/g, ''));
    }
    expect(pages[0]).toContain('Prepared on');
    expect(pages[0]).toContain('November 29, 2026');
    const areas = area && (shape ?? null) !== null ? [...boxes, { ...area, text: 'the picture' }] : boxes;
    const clashes = areas.flatMap((one, at) =>
      areas.slice(at + 1).flatMap((other) => (overlap(one, other) ? [`${one.text} / ${other.text}`] : [])),
    );
    expect(clashes).toEqual([]);
    const outside = boxes.filter(({ left, right }) => left < margin - 1 || right > margin + lineWidth + 1);
    expect(outside).toEqual([]);
  });

  test('has the picture as wide as the lines and of a third of the page; a shape beyond 4:3 or 2:1 is cropped', async () => {
    const sizeOf = ({ area }: { area: Area | null }) =>
      area && [Math.round(area.right - area.left), Math.round(area.bottom - area.top)];
    const fitting = sizeOf(await draw({}, [1600, 1067]));
    expect(fitting?.[0]).toBe(Math.round(lineWidth));
    expect(fitting?.[1]).toBeGreaterThan(pageHeight / 3);
    expect(sizeOf(await draw({}, [1600, 300]))).toEqual([Math.round(lineWidth), Math.round(lineWidth / 2)]);
    const few = { facts: [], link: null };
    expect(sizeOf(await draw(few, [600, 1600]))).toEqual([Math.round(lineWidth), Math.round((lineWidth * 3) / 4)]);
  });

  test('leads with company, kind, title, place and date, and the present stage, in this order', async () => {
    const { pages, outline } = await draw({});
    const order = ['Skyline Progress', 'Session report', 'Lekki Palm Towers', 'Block A, November 24', 'Roof carcass'];
    const places = order.map((words) => pages[0]?.indexOf(words) ?? -1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    expect(outline[0]).toBe('Lekki Palm Towers');
  });

  test('has a short title in large letters, and a long one in smaller ones', async () => {
    const heightOf = async (title: string) => {
      const { boxes } = await draw({ title });
      const box = boxes.find(({ text }) => title.startsWith(text.slice(0, 12)) && text.length > 3);
      return (box?.bottom ?? 0) - (box?.top ?? 0);
    };
    const [short, longer] = [await heightOf('Lekki Palm Towers'), await heightOf(long)];
    expect(short).toBeGreaterThan(25);
    expect(longer).toBeLessThan(20);
  });
});
