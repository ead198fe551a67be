// Copies files from one storage to another and compares the two: each arrives whole, with the bytes that it should have, or not at all.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isTransient, MediaError } from '#server/media/source-errors.ts';
import type { StoredFile } from './storage.ts';

/** One file at both ends. */
export type CopiedFile = {
  name: string;
  /** What it must be; null: what it is where it comes from. */
  known: { sha256: string; bytes: number } | null;
  from(): Promise<StoredFile | null>;
  /** Everywhere it lies at the other end; none if it is missing at one of these places. */
  to(): Promise<StoredFile[]>;
  /** Puts it there from a path, in the place of what may be there. */
  put(path: string): Promise<void>;
  /** Where it waits until it is whole, if it is not on this machine. */
  waiting: string;
};

/** `missing`: where it is copied from, or where it should be by now. */
type Fault = 'missing' | 'different' | 'unreadable';
/** `gone`: one that may be removed at any time was. */
type Outcome = { kind: Fault | 'done' | 'there' | 'gone'; bytes: number };
/** `bytes`: of those that are `done`. */
export type Tally = { done: number; there: number; bytes: number; faults: { file: CopiedFile; fault: Fault }[] };
type OnProgress = (tally: Tally) => void;

/** Most of the time of a small file is waiting for the store. */
const atOnce = 6;

const ofDisk = ['ENOSPC', 'EDQUOT', 'EIO', 'EACCES', 'EPERM', 'EROFS', 'ENOENT'];

/** @throws MediaError if the line to a store breaks meanwhile */
async function stream(file: StoredFile, into: () => Writable[]): Promise<void> {
  try {
    const { body } = await file.open(null);
    await pipeline([body, ...into()]);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (error instanceof MediaError || file.path !== undefined || ofDisk.includes(code)) throw error;
    throw new MediaError('unreachable', 'The line to the store broke');
  }
}

async function hashOf(file: StoredFile): Promise<string> {
  const hash = createHash('sha256');
  await stream(file, () => [hash]);
  return hash.digest('hex');
}

/** Its path, or that of a copy while the work goes on, with the hash of what lies there. */
async function withPath<T>(
  file: StoredFile,
  waiting: string,
  work: (path: string, sha256: string) => Promise<T>,
): Promise<T> {
  if (file.path !== undefined) return work(file.path, await hashOf(file));
  const hash = createHash('sha256');
  const through = new Transform({
    transform(chunk, _encoding, next) {
      hash.update(chunk);
      next(null, chunk);
    },
  });
  await mkdir(dirname(waiting), { recursive: true });
  try {
    await stream(file, () => [through, createWriteStream(waiting, { flush: true, mode: 0o640 })]);
    return await work(waiting, hash.digest('hex'));
  } finally {
    await rm(waiting, { force: true });
  }
}

const isWhole = (places: readonly StoredFile[], bytes: number) =>
  places.length > 0 && places.every((place) => place.bytes === bytes);

async function haveAll(places: readonly StoredFile[], sha256: string): Promise<boolean> {
  for (const place of places) if ((await hashOf(place)) !== sha256) return false;
  return true;
}

async function copyOne({ known, from, to, put, waiting }: CopiedFile, isThorough: boolean): Promise<Outcome> {
  const [source, there] = [await from(), await to()];
  const bytes = known?.bytes ?? source?.bytes;
  if (bytes === undefined) return { kind: 'gone', bytes: 0 };
  const sha256 = async () => known?.sha256 ?? (source && hashOf(source)) ?? '';
  if (isWhole(there, bytes) && (!isThorough || (await haveAll(there, await sha256())))) return { kind: 'there', bytes };
  if (!source) return { kind: 'missing', bytes };
  return withPath(source, waiting, async (path, hash) => {
    if (known && known.sha256 !== hash) return { kind: 'different', bytes };
    await put(path);
    return { kind: isWhole(await to(), bytes) ? 'done' : 'unreadable', bytes };
  });
}

async function verifyOne({ known, from, to }: CopiedFile): Promise<Outcome> {
  const [source, there] = [known ? null : await from(), await to()];
  const bytes = known?.bytes ?? source?.bytes;
  if (bytes === undefined) return { kind: 'gone', bytes: 0 };
  if (there.length === 0) return { kind: 'missing', bytes };
  const sha256 = known?.sha256 ?? (source && (await hashOf(source))) ?? '';
  return { kind: (await haveAll(there, sha256)) ? 'done' : 'different', bytes };
}

/** What is wrong with one file is named, and the others go on. @throws what is wrong with all: a store that is away, a full disk. */
function faultOf(error: unknown): Outcome {
  const { code } = error as NodeJS.ErrnoException;
  const isOfOne = error instanceof MediaError ? !isTransient(error) : ['EIO', 'EACCES', 'EPERM'].includes(code ?? '');
  if (!isOfOne) throw error;
  return { kind: 'unreadable', bytes: 0 };
}

async function eachOf(
  files: readonly CopiedFile[],
  onProgress: OnProgress,
  work: (file: CopiedFile) => Promise<Outcome>,
): Promise<Tally> {
  const tally: Tally = { done: 0, there: 0, bytes: 0, faults: [] };
  const queue = files.values();
  let isStopped = false;
  async function takeTurns(): Promise<void> {
    for (const file of queue) {
      if (isStopped) return;
      const { kind, bytes } = await work(file).catch(faultOf);
      if (kind === 'done') tally.bytes += bytes;
      if (kind === 'done' || kind === 'there') tally[kind] += 1;
      else if (kind !== 'gone') tally.faults.push({ file, fault: kind });
      onProgress(tally);
    }
  }
  const turns = Array.from({ length: atOnce }, () =>
    takeTurns().catch((error: unknown) => {
      isStopped = true;
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(turns)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return tally;
}

/** What is there in its length counts as copied, because only whole files get their names; `isThorough`: it is read too. */
export const copyFiles = (
  files: readonly CopiedFile[],
  { isThorough, onProgress }: { isThorough: boolean; onProgress: OnProgress },
): Promise<Tally> => eachOf(files, onProgress, (file) => copyOne(file, isThorough));

/** Reads everything at the other end. */
export const verifyFiles = (files: readonly CopiedFile[], onProgress: OnProgress): Promise<Tally> =>
  eachOf(files, onProgress, verifyOne);
