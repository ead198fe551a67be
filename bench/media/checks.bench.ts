// How long judging 60 photos takes against making their thumbnails, and how right it is. `npm run bench -- checks`, `--quick` for fewer. Linux only.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import sharp from 'sharp';
import { fillFolder } from '#bench/lib/album.ts';
import { table } from '#bench/lib/report.ts';
import type { JudgedPicture } from '#server/features/sessions/checks/checked-visit.ts';
import { judgeBlur, judgeDarkness, judgeLikeness } from '#server/features/sessions/checks/judge-pictures.ts';
import type { PictureAnalysis } from '#server/media/analysis/analyze-picture.ts';
import { createImageAnalyzer } from '#server/media/analysis/supervised-analyzer.ts';
import { createDecoder } from '#server/media/images/supervised-decoder.ts';
import { createThumbnails } from '#server/media/images/thumbnails.ts';

const quick = process.argv.includes('--quick');
const photos = quick ? 12 : 60;
/** Judging, the picture of 1,600 px included, by making that picture. */
const mostTimes = 1.5;
const folder = mkdtempSync(join(tmpdir(), 'topout-bench-checks-'));
const roots = [resolve(process.env.REAL_DATA ?? '../shared/data'), resolve('demo/media')];

type Made = { name: string; from: string | Buffer };
const toFile = ({ name, from }: Made) => ({ id: `local:${name}`, version: '1', picture: async () => from });
const decoder = createDecoder();
const thumbnailsIn = (name: string) => createThumbnails({ folder: join(folder, name), maxBytes: 2e9, decoder });

async function clock(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** In turns, so that what else the machine does weighs on both alike. */
async function measureTimes(): Promise<{ origin: string; made: number; judged: number }> {
  const { paths, origin } = await fillFolder(join(folder, 'album'), photos);
  const [plain, own] = [thumbnailsIn('plain'), thumbnailsIn('own')];
  const analyzer = createImageAnalyzer({ thumbnails: own });
  const sums = { made: 0, judged: 0 };
  try {
    const first = toFile({ name: 'warm-up', from: paths[0] ?? '' });
    await plain.get(first, 's1600', 'webp');
    await analyzer.analyze(first);
    for (const path of paths) {
      const file = toFile({ name: basename(path), from: path });
      sums.made += await clock(() => plain.get(file, 's1600', 'webp'));
      sums.judged += await clock(() => analyzer.analyze(file));
    }
  } finally {
    analyzer.close();
    decoder.close();
  }
  return { origin, ...sums };
}

/** By folder, as visits have them. */
function realPictures(): Made[][] {
  const all = roots.filter(existsSync).flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.jpe?g$/i.test(name))
      .sort()
      .map((name) => ({ name: join(root, name), from: join(root, name) })),
  );
  const folders = [...new Set(all.map(({ name }) => dirname(name)))].filter(
    (_, nth) => !quick || nth < 3 || nth % 24 === 0,
  );
  return folders.map((one) => all.filter(({ name }) => dirname(name) === one));
}

const small = (from: string | Buffer) => sharp(from).autoOrient().resize(1600, 1600, { fit: 'inside' });

/** Faults that a picture may have, planted in it. */
const faults = {
  blurred: async ({ from }: Made) =>
    small(await small(from).toBuffer())
      .blur(4)
      .jpeg({ quality: 90 })
      .toBuffer(),
  dark: async ({ from }: Made) => small(from).linear(0.2).jpeg({ quality: 90 }).toBuffer(),
  alike: async ({ from }: Made) =>
    sharp(await small(from).toBuffer())
      .resize(1200)
      .jpeg({ quality: 60 })
      .toBuffer(),
};
type Fault = keyof typeof faults;
const judges = { blurred: judgeBlur, dark: judgeDarkness, alike: judgeLikeness };

const judged = ({ name }: Made, analysis: PictureAnalysis | null): JudgedPicture => ({
  ...{
    mediaKind: 'drone',
    file: name,
    version: '1',
    name,
    capturedAt: null,
    latitude: null,
    longitude: null,
    analysis,
  },
});

type Seen = [Made, JudgedPicture];
type Analyze = (made: Made) => Promise<JudgedPicture>;
type Tally = { pictures: number; wrong: Record<Fault, string[]>; found: Record<Fault, number> };

/** Whether the fault is found in a picture in which it was planted. */
async function isFound(analyzePicture: Analyze, fault: Fault, [made, own]: Seen): Promise<boolean> {
  const name = `${made.name} ${fault}`;
  const planted = await analyzePicture({ name, from: await faults[fault](made) });
  return judges[fault](fault === 'alike' ? [own, planted] : [planted]).pictures.some((one) => one.name === name);
}

async function judgeVisit(analyzePicture: Analyze, visit: readonly Made[], tally: Tally): Promise<void> {
  const seen: Seen[] = [];
  for (const made of visit) seen.push([made, await analyzePicture(made)]);
  tally.pictures += seen.length;
  for (const fault of Object.keys(faults) as Fault[]) {
    const alarms = judges[fault](seen.map(([, own]) => own)).pictures;
    tally.wrong[fault].push(...alarms.map(({ name }) => name));
    for (const one of seen) tally.found[fault] += Number(await isFound(analyzePicture, fault, one));
  }
}

async function measureRight(): Promise<Tally> {
  const thumbnails = thumbnailsIn('right');
  const analyzer = createImageAnalyzer({ thumbnails });
  const analyzePicture: Analyze = async (made) => judged(made, await analyzer.analyze(toFile(made)));
  const tally: Tally = {
    pictures: 0,
    wrong: { blurred: [], dark: [], alike: [] },
    found: { blurred: 0, dark: 0, alike: 0 },
  };
  try {
    for (const visit of realPictures()) await judgeVisit(analyzePicture, visit, tally);
  } finally {
    analyzer.close();
    decoder.close();
  }
  return tally;
}

async function run(): Promise<void> {
  const { origin, made, judged: took } = await measureTimes();
  const ratio = took / made;
  console.log(
    `${photos} photos of 5472 × 3648 pixels, ${origin}: made ${(made / 1000).toFixed(1)} s, made and judged ${(took / 1000).toFixed(1)} s, ` +
      `${ratio.toFixed(2)} times as long, target <= ${mostTimes}`,
  );
  const { pictures, wrong, found } = await measureRight();
  const rows = (Object.keys(faults) as Fault[]).map((fault) => {
    return [fault, String(wrong[fault].length), `${found[fault]} of ${pictures}`, wrong[fault].join(' ')];
  });
  console.log(table([['check', 'wrong alarms', 'planted ones found', ''], ...rows], 1));
  const isRight = rows.every(([, alarms, share]) => alarms === '0' && share === `${pictures} of ${pictures}`);
  if (ratio > mostTimes || !isRight) process.exitCode = 1;
}

/** What waits for a process that nobody else waits for must not end. */
const awake = setInterval(() => undefined, 1_000);
await run().finally(() => {
  clearInterval(awake);
  rmSync(folder, { recursive: true, force: true });
});
