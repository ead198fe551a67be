// What this tab uploads: a queue that goes on while pages change, told to whoever shows it.
import type { UploadFile } from '#contract/uploads.ts';
import { createListeners } from '#web/lib/listeners.ts';
import type { KeptFile } from './kept-files.ts';
import { noUploads } from './no-uploads.ts';
import { isOnItsWay } from './on-its-way.ts';

/** What sending a file comes to; `stop` leaves what is there. */
export type Sending = { stop(): void };
export type SendFile = (
  file: { id: string; blob: Blob },
  on: { sent(bytes: number): void; kept(): void; refused(sentence: string): void; failed(loginEnded: boolean): void },
) => Sending;

export type MovingFile = {
  id: string;
  upload: string;
  name: string;
  bytes: number;
  /** How much is there. */
  sent: number;
  state: 'waiting' | 'moving' | 'kept' | 'refused';
  refusal: string | null;
};

export type UploadsState = {
  files: readonly MovingFile[];
  isPaused: boolean;
  /** Why nothing moves though nobody paused; null where all is well. */
  problem: 'line' | 'login' | null;
  /** It waits for another line, as this device was told to. */
  isHeld: boolean;
  /** Of what travels; null while it cannot be told. */
  secondsLeft: number | null;
  /** Ids of files that this device has no room for: after a reload they have to be chosen again. */
  unkept: readonly string[];
};

/** Where files are kept until they have come. */
type Kept = { add(file: KeptFile, blob: Blob): Promise<boolean>; remove(id: string): Promise<void> };

export type Uploads = ReturnType<typeof createUploads>;

/** More at a time would not make a line faster, and lose more where it breaks. */
const atOnce = 3;
const rateMilliseconds = 10_000;

type Pairs = readonly (readonly [UploadFile, Blob])[];
type Sample = { at: number; bytes: number };

/** Bytes a second over the last moments; null before there are any. */
function rateOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < 1_000 || last.bytes <= first.bytes) return null;
  return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000;
}

type Dependencies = { send: SendFile; kept: Kept; now?: () => number };

export function createUploads({ send, kept, now = Date.now }: Dependencies) {
  const listeners = createListeners();
  const blobs = new Map<string, Blob>();
  const sendings = new Map<string, Sending>();
  let samples: Sample[] = [];
  let moved = 0;
  let state = noUploads;

  function set(change: Partial<UploadsState>): void {
    const next = { ...state, ...change };
    const rate = rateOf(samples);
    const left = next.files.reduce((sum, file) => (isOnItsWay(file) ? sum + file.bytes - file.sent : sum), 0);
    state = { ...next, secondsLeft: rate === null || left === 0 || next.isPaused || next.isHeld ? null : left / rate };
    listeners.notify();
  }

  function change(id: string, fields: Partial<MovingFile>): void {
    set({ files: state.files.map((file) => (file.id === id ? { ...file, ...fields } : file)) });
  }

  function letGo(id: string): void {
    sendings.delete(id);
    blobs.delete(id);
    void kept.remove(id);
    set({ unkept: state.unkept.filter((other) => other !== id) });
  }

  function end(id: string, fields: Partial<MovingFile>): void {
    letGo(id);
    change(id, fields);
    next();
  }

  function sent(id: string, bytes: number): void {
    const before = state.files.find((file) => file.id === id)?.sent ?? 0;
    moved += Math.max(0, bytes - before);
    const at = now();
    samples = [...samples.filter((sample) => sample.at > at - rateMilliseconds), { at, bytes: moved }];
    set({ problem: null });
    change(id, { sent: bytes });
  }

  function stop(): void {
    for (const sending of sendings.values()) sending.stop();
    sendings.clear();
    samples = [];
    set({ files: state.files.map((file) => (file.state === 'moving' ? { ...file, state: 'waiting' } : file)) });
  }

  function start(file: MovingFile, blob: Blob): void {
    const { id, bytes } = file;
    change(id, { state: 'moving' });
    const sending = send(
      { id, blob },
      {
        sent: (there) => sent(id, there),
        kept: () => end(id, { state: 'kept', sent: bytes }),
        refused: (refusal) => end(id, { state: 'refused', refusal }),
        failed(loginEnded) {
          stop();
          set({ isPaused: true, problem: loginEnded ? 'login' : 'line' });
        },
      },
    );
    sendings.set(id, sending);
  }

  function next(): void {
    for (const file of state.files) {
      const blob = blobs.get(file.id);
      if (state.isPaused || state.isHeld || sendings.size >= atOnce) return;
      if (file.state === 'waiting' && blob) start(file, blob);
    }
  }

  async function keep(file: KeptFile, blob: Blob): Promise<void> {
    const isKept = await kept.add(file, blob);
    if (!isKept && blobs.has(file.id)) set({ unkept: [...state.unkept, file.id] });
  }

  /** Answers those that are not in hand already. */
  function take(upload: string, pairs: Pairs): Pairs {
    const fresh = pairs.filter(([{ id }]) => !blobs.has(id));
    for (const [{ id }, blob] of fresh) blobs.set(id, blob);
    const ids = new Set(fresh.map(([{ id }]) => id));
    const files = fresh.map(([{ id, sentName, bytes }]): MovingFile => {
      return { id, upload, name: sentName, bytes, sent: 0, state: 'waiting', refusal: null };
    });
    set({ files: [...state.files.filter(({ id }) => !ids.has(id)), ...files] });
    next();
    return fresh;
  }

  return {
    subscribe: listeners.add,
    state: () => state,

    /** Announced files with what the device has of them. */
    add(upload: string, pairs: Pairs): void {
      for (const [{ id, sentName: name, bytes }, blob] of take(upload, pairs))
        void keep({ id, upload, name, bytes }, blob);
    },

    /** The same of files that are kept already. */
    goOn: (upload: string, pairs: Pairs): void => void take(upload, pairs),

    /** Waits for another line, or goes on with this one; also where the one before was lost for good. */
    hold(isHeld: boolean): void {
      if (isHeld === state.isHeld) return;
      if (isHeld) stop();
      const isLost = !isHeld && state.problem === 'line';
      set({ isHeld, ...(isLost ? { isPaused: false, problem: null } : {}) });
      next();
    },

    pause(): void {
      stop();
      set({ isPaused: true, problem: null });
    },

    resume(): void {
      set({ isPaused: false, problem: null });
      next();
    },

    /** The server is told by whoever calls this. */
    forget(id: string): void {
      sendings.get(id)?.stop();
      letGo(id);
      set({ files: state.files.filter((file) => file.id !== id) });
      next();
    },

    /** What has ended is shown no longer. */
    clear: () => set({ files: state.files.filter(isOnItsWay) }),
  };
}

type Chosen = { file: { name: string; size: number }; folder: string };

const keyOf = (name: string, folder: string, bytes: number) => [folder, name, bytes].join('\n');

/** Of files that were chosen: those that an upload waits for, by folder, name and size, and those that are new to it. */
export function matchChosen<One extends Chosen>(
  known: readonly UploadFile[],
  chosen: readonly One[],
): { again: (readonly [UploadFile, One])[]; fresh: One[] } {
  const left = new Map<string, UploadFile[]>();
  for (const file of known) {
    const key = keyOf(file.sentName, file.sentFolder, file.bytes);
    if (file.state !== 'refused') left.set(key, [...(left.get(key) ?? []), file]);
  }
  const again: (readonly [UploadFile, One])[] = [];
  const fresh: One[] = [];
  for (const one of chosen) {
    const found = left.get(keyOf(one.file.name, one.folder, one.file.size))?.shift();
    if (!found) fresh.push(one);
    else if (found.state === 'travelling') again.push([found, one]);
  }
  return { again, fresh };
}
