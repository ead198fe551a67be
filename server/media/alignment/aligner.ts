// The process that aligns pictures: at the lowest priority, one pair at a time. The server starts it when two are to be aligned.
import { constants } from 'node:os';
import { LRUCache } from 'lru-cache';
import { sharp } from '#server/lib/sharp.ts';
import { lowerPriority } from '#server/media/workers/own-priority.ts';
import { alignPanoramas } from './align-panoramas.ts';
import { alignPhotos, type PairAlignment } from './align-photos.ts';
import type { AlignAnswer, AlignRequest, PictureBytes } from './aligner-process.ts';
import { type Features, findFeatures } from './features.ts';
import { readGrey, readHorizon } from './grey.ts';

process.on('disconnect', () => process.exit());
lowerPriority(constants.priority.PRIORITY_LOW);
sharp.cache(false);
sharp.concurrency(1);

/** A chain meets each of its pictures several times; one has a megabyte. */
const known = new LRUCache<string, Features>({ max: 8 });

async function featuresOf({ key, bytes }: PictureBytes, kind: AlignRequest['kind']): Promise<Features> {
  const name = `${kind} ${key}`;
  const features = known.get(name) ?? (await findFeatures(await (kind === 'panorama' ? readHorizon : readGrey)(bytes)));
  known.set(name, features);
  return features;
}

async function align({ older, newer, kind }: AlignRequest): Promise<PairAlignment> {
  const [from, to] = [await featuresOf(older, kind), await featuresOf(newer, kind)];
  return kind === 'panorama' ? alignPanoramas(from, to) : alignPhotos(from, to);
}

process.on('message', async (request: AlignRequest) => {
  const began = process.cpuUsage();
  const found = await align(request).catch((error: Error) => ({ failure: error.message }));
  const { user, system } = process.cpuUsage(began);
  const answer: AlignAnswer = { ...found, cpuMs: (user + system) / 1000, memory: process.memoryUsage.rss() };
  process.send?.(answer);
});
