// What this tab uploads: a queue that goes on while pages change, told to whoever shows it.
import type { UploadFile } from '#contract/uploads.ts';
import { createListeners } from '#web/lib/listeners.ts';

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
  /** Of what travels; null while it cannot be told. */
  secondsLeft: number | null;
};

export type Uploads = ReturnType<typeof createUploads>;

/** More at a time would not make a line faster, and lose more where it breaks. */
const atOnce = 3;
const rateMilliseconds = 10_000;

type Sample = { at: number; bytes: number };

/** Bytes a second over the last moments; null before there are any. */
function rateOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < 1_000 || last.bytes <= first.bytes) return null;
  return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000;
}

export function createUploads({ send, now = Date.now }: { send: SendFile; now?: () => number }) {
  const listeners = createListeners();
  const blobs = new Map<string, Blob>();
  const sendings = new Map<string, Sending>();
  let samples: Sample[] = [];
  let moved = 0;
  let state: UploadsState = { files: [], isPaused: false, problem: null, secondsLeft: null };

  function set(change: Partial<UploadsState>): void {
    const next = { ...state, ...change };
    const rate = rateOf(samples);
    const left = next.files.reduce((sum, file) => (isOnItsWay(file) ? sum + file.bytes - file.sent : sum), 0);
    state = { ...next, secondsLeft: rate === null || left === 0 || next.isPaused ? null : left / rate };
    listeners.notify();
  }

  function change(id: string, fields: Partial<MovingFile>): void {
    set({ files: state.files.map((file) => (file.id === id ? { ...file, ...fields } : file)) });
  }

  function end(id: string, fields: Partial<MovingFile>): void {
    sendings.delete(id);
    blobs.delete(id);
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
      if (state.isPaused || sendings.size >= atOnce) return;
      if (file.state === 'waiting' && blob) start(file, blob);
    }
  }

  return {
    subscribe: listeners.add,
    state: () => state,

    /** Announced files with what the device has of them. */
    add(upload: string, pairs: readonly (readonly [UploadFile, Blob])[]): void {
      const fresh = pairs.filter(([{ id }]) => !blobs.has(id));
      for (const [{ id }, blob] of fresh) blobs.set(id, blob);
      const ids = new Set(fresh.map(([{ id }]) => id));
      const files = fresh.map(([{ id, sentName, bytes }]): MovingFile => {
        return { id, upload, name: sentName, bytes, sent: 0, state: 'waiting', refusal: null };
      });
      set({ files: [...state.files.filter(({ id }) => !ids.has(id)), ...files] });
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
      sendings.delete(id);
      blobs.delete(id);
      set({ files: state.files.filter((file) => file.id !== id) });
      next();
    },

    /** What has ended is shown no longer. */
    clear: () => set({ files: state.files.filter(isOnItsWay) }),
  };
}

export function isOnItsWay({ state }: Pick<MovingFile, 'state'>): boolean {
  return state === 'waiting' || state === 'moving';
}

/** Of files that were chosen: those that an upload waits for, by name and size, and those that are new to it. */
export function matchChosen<Chosen extends { name: string; size: number }>(
  known: readonly UploadFile[],
  chosen: readonly Chosen[],
): { again: (readonly [UploadFile, Chosen])[]; fresh: Chosen[] } {
  const left = known.filter(({ state }) => state !== 'refused');
  const again: (readonly [UploadFile, Chosen])[] = [];
  const fresh: Chosen[] = [];
  for (const one of chosen) {
    const at = left.findIndex(({ sentName, bytes }) => sentName === one.name && bytes === one.size);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (!found) fresh.push(one);
    else if (found.state === 'travelling') again.push([found, one]);
  }
  return { again, fresh };
}
