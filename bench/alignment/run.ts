// Aligns pairs as the server does: the same programs, thumbnails, chains and cached links, without its database.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { processCpu } from '#bench/lib/cpu.ts';
import { total } from '#bench/lib/report.ts';
import type { Homography } from '#contract/geometry/homography.ts';
import type { KnownStep } from '#server/media/alignment/align-by-chain.ts';
import {
  type AlignedPair,
  alignPair,
  createFileAligner,
  type KnownLink,
  type PairFile,
} from '#server/media/alignment/align-pair.ts';
import { createAligner, startAligner } from '#server/media/alignment/supervised-aligner.ts';
import { createDecoder } from '#server/media/images/supervised-decoder.ts';
import { createThumbnails } from '#server/media/images/thumbnails.ts';
import { pictureOrder } from './order.ts';
import type { MeasuredPair } from './pairs.ts';
import { errorOf, inPixels, type Size } from './pixels.ts';

/**
 * `matrix` as the truth; `cpuMs` is everything that the pair took, decoding and the links of a chain included; `looks` is the time of each
 * two pictures compared.
 */
export type MeasuredAlignment = Pick<AlignedPair, 'inliers' | 'links'> & {
  pair: MeasuredPair;
  matrix: Homography | null;
  /** In percent of the newer picture's width; NaN without a matrix or a truth. */
  error: number;
  /** The error of the same two pictures before they were warped, if that was measured, else 0. */
  misfit: number;
  cpuMs: number;
  looks: number[];
};

async function sizeOf(path: string): Promise<Size> {
  const { width, height } = (await sharp(path).metadata()).autoOrient;
  return { width, height };
}

/** One version of a file, however many pairs it is in. Nothing is known of a file that is no picture. */
function fileAt(path: string): PairFile {
  const { mtimeMs } = statSync(path);
  const metadata = async () => ({
    ...(await sizeOf(path).catch(() => ({ width: null, height: null }))),
    panorama: null,
  });
  return {
    id: `local:${path}`,
    version: String(mtimeMs),
    width: null,
    height: null,
    metadata,
    picture: async () => path,
  };
}

/** `folder`: for thumbnails; `idle`: milliseconds after which the aligner process ends. Must be closed. */
export function createAlignmentRun(pairs: readonly MeasuredPair[], { folder, idle }: { folder: string; idle: number }) {
  const decoder = createDecoder();
  const thumbnails = createThumbnails({ decoder, folder: join(folder, 'thumbnails'), maxBytes: 2 ** 30 });
  const aligner = createAligner({ idle, startProcess: () => startAligner('build/server/aligner.js') });
  const { alignFiles } = createFileAligner({ aligner, thumbnails });
  const order = pictureOrder(pairs.map(({ older, newer, truth }) => ({ older, newer, belong: truth !== null })));
  const known = new Map<string, KnownLink>();
  const keyOf = (older: PairFile, newer: PairFile) => JSON.stringify([older.id, newer.id]);
  let looks: number[] = [];
  let peak = 0;

  /** The peak memory of the process; NaN without /proc. */
  function notePeak(): void {
    const pid = aligner.pid();
    const status = pid && readFileSync(`/proc/${pid}/status`, 'utf8');
    peak = Math.max(peak, (Number(/VmHWM:\s+(\d+)/.exec(status || '')?.[1]) * 1024) / 1_000_000);
  }

  /** The decoder ends when idle, and the next one starts from zero. */
  function decoderCpu(): { pid: number | null; cpu: number } {
    const pid = decoder.pid();
    return { pid, cpu: pid ? processCpu(pid) : 0 };
  }

  const fileAligner: Parameters<typeof alignPair>[0]['fileAligner'] = {
    async alignFiles(files) {
      const before = decoderCpu();
      const found = await alignFiles(files);
      const after = decoderCpu();
      looks.push(found.cpuMs + after.cpu - (after.pid === before.pid ? before.cpu : 0));
      notePeak();
      return found;
    },
  };

  function knownAmong(row: readonly PairFile[]): KnownStep[] {
    return row.flatMap((older, from) =>
      row.slice(from + 1).flatMap((newer, nth) => {
        const { matrix, ...link } = known.get(keyOf(older, newer)) ?? { matrix: null };
        return matrix && 'inliers' in link ? [{ from, to: from + 1 + nth, matrix, ...link }] : [];
      }),
    );
  }

  async function align(pair: MeasuredPair): Promise<MeasuredAlignment> {
    looks = [];
    const [older, newer] = [fileAt(pair.older), fileAt(pair.newer)];
    const found = await alignPair<PairFile, string>(
      {
        fileAligner,
        placesBetween: async () => order.between(pair.older, pair.newer),
        knownAmong: async (ends, between) => knownAmong([ends.older, ...between.map(fileAt), ends.newer]),
        find: async (path) => fileAt(path),
        knownLink: async (link) => known.get(keyOf(link.older, link.newer)) ?? null,
        keepLink: async (link, kept) => void known.set(keyOf(link.older, link.newer), kept),
      },
      { kind: 'photo', older, newer },
    );
    const { quality } = found;
    known.set(keyOf(older, newer), { inliers: found.inliers, matrix: found.links > 1 ? null : found.matrix, quality });
    const { matrix, inliers, links } = found;
    const cpuMs = total(looks);
    if (!matrix) return { pair, inliers, links, cpuMs, looks, matrix, error: Number.NaN, misfit: 0 };
    const sizes = [await sizeOf(pair.older), await sizeOf(pair.newer)] as const;
    const pixels = inPixels(matrix, sizes);
    const error = pair.truth ? errorOf(pixels, pair.truth, sizes) : Number.NaN;
    return { pair, inliers, links, cpuMs, looks, matrix: pixels, error, misfit: 0 };
  }

  return {
    align,
    peakMegabytes: () => peak,
    isAlignerRunning: () => aligner.pid() !== null,
    close(): void {
      aligner.close();
      thumbnails.close();
    },
  };
}
export type AlignmentRun = ReturnType<typeof createAlignmentRun>;
