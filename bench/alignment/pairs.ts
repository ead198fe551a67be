// The pairs of a file that alignment is measured on: which pictures, and how they are overlaid.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as z from 'zod/mini';
import { type Homography, invertHomography } from '#contract/geometry/homography.ts';

/** How far apart two pictures of one place are: consecutive visits, two or more apart, or as a file says; or different places. */
export type PairKind = 'next' | 'apart' | 'given' | 'wrong';
/**
 * `older` and `newer` are paths, `names` what they are printed as. `truth` maps pixels of the whole upright older picture to those of the
 * newer one, row by row; null: they do not belong together.
 */
export type MeasuredPair = {
  older: string;
  newer: string;
  names: readonly [older: string, newer: string];
  truth: Homography | null;
  kind: PairKind;
  /** The same two before they were warped: they show by how much the pictures themselves do not fit their truth. */
  asTaken?: Pick<MeasuredPair, 'older' | 'newer' | 'truth'>;
};

/** What is wrong with a file of pairs, in words for its author. */
export class BadPairs extends Error {}

const isInvertible = (truth: number[]) => truth.length !== 9 || invertHomography(truth) !== null;
const Pair = z.object({
  older: z.string('must be the name of a file').check(z.minLength(1, 'must be the name of a file')),
  newer: z.string('must be the name of a file').check(z.minLength(1, 'must be the name of a file')),
  truth: z.nullable(
    z
      .array(z.number('must hold numbers only'), 'must be nine numbers or null')
      .check(
        z.length(9, 'must be nine numbers or null'),
        z.refine(isInvertible, 'must be a homography: this one flattens the picture'),
      ),
  ),
});
const File = z
  .array(Pair, 'There must be an array of { older, newer, truth }')
  .check(z.minLength(1, 'There must be one pair at least'));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadPairs(`It is no JSON: ${(error as Error).message}`);
  }
}

/** The message for the first fault: 'Pair 3, truth: must be nine numbers or null'. */
function faultOf({ path: [pair, ...rest], message }: z.core.$ZodIssue): string {
  return pair === undefined
    ? message
    : `Pair ${Number(pair) + 1}${rest.map((part) => `, ${String(part)}`).join('')}: ${message}`;
}

/** The pairs in a text like the file's; names are relative to `folder`. Throws BadPairs. */
export function parsePairs(text: string, folder: string): MeasuredPair[] {
  const { data, error } = File.safeParse(parsed(text));
  if (!data) throw new BadPairs(faultOf(error.issues[0] as z.core.$ZodIssue));
  return data.map(({ older, newer, truth }) => ({
    older: resolve(folder, older),
    newer: resolve(folder, newer),
    names: [older, newer],
    truth,
    kind: truth ? 'given' : 'wrong',
  }));
}

/** Throws BadPairs, also for missing pictures. */
export function readPairs(path: string): MeasuredPair[] {
  if (!existsSync(path)) throw new BadPairs(`There is no file ${path}`);
  const pairs = parsePairs(readFileSync(path, 'utf8'), dirname(path));
  for (const [at, { older, newer, names }] of pairs.entries())
    for (const [side, file] of [older, newer].entries())
      if (!existsSync(file)) throw new BadPairs(`Pair ${at + 1}: there is no picture ${names[side]} beside ${path}`);
  return pairs;
}
