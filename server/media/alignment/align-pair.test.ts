// A picture's orientation for judging an alignment; and which chains are tried.
import { describe, expect, test } from 'vitest';
import type { Homography } from '#contract/geometry/homography.ts';
import { alignPair, aspectOf, type KnownLink, type PairDependencies, type PairFile } from './align-pair.ts';

const silent = { width: null, height: null };

test('a picture stands as its own header says, where its source does not know it', async () => {
  const upright = { ...silent, metadata: async () => ({ width: 3000, height: 4000, panorama: null }) };
  expect(await aspectOf(upright)).toBeCloseTo(4 / 3);
});

test('without a header it stands as its source says, else as most do', async () => {
  expect(await aspectOf({ width: 1600, height: 800 })).toBe(0.5);
  expect(await aspectOf({ width: 1600, height: 800, metadata: async () => ({ ...silent, panorama: null }) })).toBe(0.5);
  expect(await aspectOf(silent)).toBe(0.75);
});

/** A row of visits 0 to `last`: which pairs fit, which of them are known, and which are tried. */
function visitsOf(last: number, { fits, known }: { fits: readonly string[]; known: readonly string[] }) {
  const looks: string[] = [];
  const matrix: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const kept = new Map<string, KnownLink>(known.map((pair) => [pair, { matrix, inliers: 50, quality: 0.5 }]));
  const file = (id: string): PairFile => ({ ...silent, id, version: '1', picture: async () => '' });
  const keyOf = ({ older, newer }: { older: PairFile; newer: PairFile }) => `${older.id}-${newer.id}`;
  const row = Array.from({ length: last + 1 }, (_, at) => String(at));
  const gone = new Set<string>();
  const deps: PairDependencies<PairFile, string> = {
    fileAligner: {
      async alignFiles({ older, newer }) {
        looks.push(`${older.id}-${newer.id}`);
        const isFit = fits.includes(`${older.id}-${newer.id}`);
        return { matrix: isFit ? matrix : null, inliers: 40, yaw: null, quality: 0.4, cpuMs: 0, memory: 0 };
      },
    },
    placesBetween: async () => row.slice(1, -1),
    knownAmong: async () =>
      [...kept].flatMap(([pair, link]) => {
        const [from = 0, to = 0] = pair.split('-').map(Number);
        return link.matrix ? [{ from, to, ...link, matrix: link.matrix }] : [];
      }),
    find: async (id) => (gone.has(id) ? null : file(id)),
    knownLink: async (pair) => kept.get(keyOf(pair)) ?? null,
    keepLink: async (pair, found) => void kept.set(keyOf(pair), found),
  };
  const pair = { kind: 'photo' as const, older: file('0'), newer: file(String(last)) };
  return { looks, gone, align: () => alignPair(deps, pair) };
}

describe('of forty visits', () => {
  test('a chain of links that are known is taken, and nothing new is compared but the pair itself', async () => {
    const { looks, align } = visitsOf(39, { fits: [], known: ['0-7', '7-8', '8-39', '1-2'] });
    expect(await align()).toMatchObject({ links: 3, inliers: 50, quality: 0.5 });
    expect(looks).toEqual(['0-39']);
  });

  test('a known link leads on to a new one, wherever its visit stands in the row', async () => {
    for (const [known, fit] of [
      ['0-1', '1-39'],
      ['37-39', '0-37'],
      ['0-23', '23-39'],
    ]) {
      const { looks, align } = visitsOf(39, { fits: [fit as string], known: [known as string] });
      expect(await align()).toMatchObject({ links: 2, inliers: 40, quality: 0.4 });
      expect(looks.length, 'of eight pictures').toBeLessThanOrEqual(1 + 26);
    }
  });

  test('a known link whose picture is gone is none', async () => {
    const { gone, align } = visitsOf(39, { fits: [], known: ['0-7', '7-39'] });
    gone.add('7');
    expect(await align()).toMatchObject({ matrix: null, links: 1 });
  });

  test('no chain is longer than three visits in between', async () => {
    const { align } = visitsOf(39, { fits: [], known: ['0-1', '1-2', '2-3', '3-4', '4-39'] });
    expect((await align()).matrix).toBeNull();
  });
});
