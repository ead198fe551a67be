// The claims about a lender's pack on paper: its tags and links, and where its pages break.
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { emptyReport } from '#server/test-support/files/empty-report.ts';
import { readPdf } from '#server/test-support/files/read-pdf.ts';
import { drawReport } from './draw-report.ts';
import type { Report, ReportPack } from './report-model.ts';

const picture = (number: number) => ({ picture: number, caption: `Picture ${number}`, alt: `Alternative ${number}` });
const url = (stage: number) => `https://topout.example/stages/${stage}`;

let photo: Buffer;
beforeAll(async () => {
  photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'grey' } })
    .jpeg()
    .toBuffer();
});

async function draw(report: Partial<Report>, asked: number[] = []): Promise<Buffer> {
  const out = new PassThrough();
  const made = buffer(out);
  const supply = {
    async picture(number: number) {
      asked.push(number);
      return photo;
    },
    onProgress: () => undefined,
  };
  await drawReport({ ...emptyReport, ...report }, supply, (doc) => doc.pipe(out));
  return made;
}

const columns = [
  { title: 'Stage', width: 0.5 },
  { title: 'Weight', width: 0.25, align: 'right' },
  { title: 'Confirmed to date', width: 0.25, align: 'right' },
] as const;

const cell = (text: string, stage: number) => ({ text, url: url(stage) });

function packOf(stages: number, criteria: ReportPack['stages'][number]['criteria'] = []): ReportPack {
  const all = Array.from({ length: stages }, (_, n) => n + 1);
  return {
    sheets: [
      {
        heading: 'Valuation sheet',
        note: 'In per cent of the works.',
        table: {
          columns,
          rows: all.map((n) => [`Row ${n}`, cell('1.00 %', n), cell('0.00 %', n)]),
          foot: ['Sum', cell(`${stages}.00 %`, 0), cell('0.00 %', 0)],
        },
      },
    ],
    stages: all.map((n) => ({
      heading: `${n}. Stage`,
      facts: [cell('Weight 1.00 % of the works', n), { text: 'Confirmed.', url: null }],
      criteria,
      pairs: [],
      marks: [`Confirmed by somebody, mark ${n}.`],
    })),
  };
}

test('is tagged: each figure is a link within its cell, with a head over its columns, pictures with their words', async () => {
  const pack = packOf(2, [{ text: 'Cast', note: '1 picture withheld.', pictures: [0, 1, 2, 3].map(picture) }]);
  const { tags, links, outline } = await readPdf(await draw({ pack: { ...pack, stages: pack.stages.slice(0, 1) } }));
  const roles = tags.map(({ role }) => role);
  const count = (role: string) => roles.filter((one) => one === role).length;
  expect([count('Table'), count('TH'), count('TR')]).toEqual([2, 5, 6]);
  // Two figures in each of two rows and in the sum, and the weight of the stage.
  expect(count('Link')).toBe(7);
  expect(links).toHaveLength(7);
  expect(roles.join(' ')).toContain('TR TD TD Link Span TD Link Span');
  expect(links.at(-1)).toBe(url(1));
  expect(tags.filter(({ role }) => role === 'Figure').map(({ alt }) => alt)).toEqual(
    [0, 1, 2, 3].map((n) => `Alternative ${n}`),
  );
  expect(outline).toEqual(['Lekki Palm', 'Valuation sheet', '1. Stage']);
});

test('keeps the sum with a row above it, and the name of a stage with its criteria', async () => {
  for (const rows of [30, 31, 32, 33, 34]) {
    const { pages } = await readPdf(await draw({ pack: { ...packOf(rows), stages: [] } }));
    const last = pages.find((page) => page.includes('Sum'));
    expect(last).toContain(`Row ${rows}`);
  }
  const criteria = [{ text: 'Lintels are cast', note: '', pictures: [picture(0)] }];
  const { pages } = await readPdf(await draw({ pack: packOf(14, criteria) }));
  for (let stage = 1; stage <= 14; stage++) {
    const page = pages.find((text) => text.includes(`${stage}. Stage\n`)) ?? '';
    expect(page.slice(page.indexOf(`${stage}. Stage\n`))).toContain('Lintels are cast');
  }
});

test('asks for its pictures in the order of its pages: of each stage the criteria, then the pair', async () => {
  const pair = (before: number, after: number) => {
    return { heading: '1 Corner', before: picture(before), after: picture(after), matrix: null, note: '' };
  };
  const [first, second] = packOf(2).stages;
  const criterion = (number: number) => [{ text: 'Done', note: '', pictures: [picture(number)] }];
  const stages = [
    { ...first, criteria: criterion(1), pairs: [1] },
    { ...second, criteria: criterion(4), pairs: [0] },
  ] as ReportPack['stages'];
  const asked: number[] = [];
  await draw({ cover: picture(0), pairs: [pair(6, 5), pair(3, 2)], pack: { sheets: [], stages } }, asked);
  expect(asked).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

/** Words of captions by the height at which they stand, from above. */
async function rowsOf(count: number): Promise<number[]> {
  const pictures = Array.from({ length: count }, (_, number) => picture(number));
  const pack = packOf(1, [{ text: 'Cast', note: '', pictures }]);
  const { boxes } = await readPdf(await draw({ pack: { ...pack, sheets: [] } }));
  const tops = boxes.filter(({ text }) => /^Picture \d+$/.test(text)).map(({ page, top }) => page * 1000 + top);
  return [...new Set(tops)].map((row) => tops.filter((top) => top === row).length);
}

test('leaves no picture of a stage alone in a row: four stand two by two', async () => {
  expect(await rowsOf(3)).toEqual([3]);
  expect(await rowsOf(4)).toEqual([2, 2]);
  expect(await rowsOf(5)).toEqual([3, 2]);
  expect(await rowsOf(7)).toEqual([3, 2, 2]);
});

test('keeps the marks of a stage on one page', async () => {
  const marks = Array.from({ length: 4 }, (_, n) => `Mark ${n} of the stage.`);
  for (const rows of [36, 38, 40, 42]) {
    const { sheets, stages } = packOf(rows);
    const [stage] = stages;
    if (!stage) throw new Error('There is no stage');
    const { boxes } = await readPdf(await draw({ pack: { sheets, stages: [{ ...stage, marks }] } }));
    const pages = boxes.filter(({ text }) => text.startsWith('Mark ')).map(({ page }) => page);
    expect([new Set(pages).size, pages.length]).toEqual([1, 4]);
  }
});

test.each([
  ['two', 2],
  ['ten', 10],
  ['twenty', 20],
] as const)('a certificate of %s releases keeps what is signed with what it confirms', async (_words, releases) => {
  const line = (n: number) =>
    `No. ${n}: visit of November 23, 2026, released on November 24, 2026, 9 files, code NZVZ-WQRX-7AQG-7AW2, SHA-256 of its manifest ${'a7'.repeat(32)}`;
  const parts = [
    { heading: '1. The documents', text: Array.from({ length: releases }, (_, n) => line(n)).join('\n') },
    { heading: '2. How they were produced', text: 'Pictures were taken with cameras. '.repeat(16) },
    {
      heading: '3. The computer',
      text: Array.from({ length: 5 }, () => `[  ] ${'it was used '.repeat(12)}`).join('\n'),
    },
    { heading: '4. The responsible person', text: ['Name', 'Position', 'Signature ____', 'Place and date'].join('\n') },
  ];
  const certificate = { heading: 'Certificate of documents', note: 'Draft', parts };
  const { pages } = await readPdf(await draw({ proof: { words: 'Sealed.', link: null, certificate } }));
  const signed = pages.find((page) => page.includes('4. The responsible person'));
  for (const words of ['3. The computer', 'Signature', 'Place and date']) expect(signed).toContain(words);
  const certified = pages.filter((page) => /Certificate of documents\n|The computer|Signature/.test(page));
  expect(certified).toHaveLength(releases === 20 ? 2 : 1);
});

test('without addresses has no links', async () => {
  const pack = packOf(1);
  const plain = pack.sheets.map(({ table, ...sheet }) => ({
    ...sheet,
    table: {
      columns,
      rows: table.rows.map((row) => row.map((one) => (typeof one === 'string' ? one : { ...one, url: null }))),
    },
  }));
  const { links, text } = await readPdf(await draw({ pack: { sheets: plain, stages: [] } }));
  expect(links).toEqual([]);
  expect(text).toContain('1.00 %');
});
