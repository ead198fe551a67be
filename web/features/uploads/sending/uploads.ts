// The uploads of this tab: a queue that continues while pages change, with listeners for what shows it.
import type { UploadFile } from '#contract/uploads/endpoints.ts';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { createListeners } from '#web/lib/device/listeners.ts';
import type { Announcement, KeptFile, KeptFiles } from '#web/lib/offline/kept-files.ts';
import type { KnownFile } from './match-chosen.ts';
import { createRate, createRest, outcomeOf, type SendFile, type Sending } from './rest.ts';
import { isOnItsWay, noUploads } from './use-held-uploads.ts';

export type MovingFile = {
  id: string;
  upload: string;
  name: string;
  bytes: number;
  /** How many bytes the server has. */
  sent: number;
  /** `new`: the server does not know of it yet; `unreadable`: the device no longer gives its bytes. */
  state: 'new' | 'waiting' | 'moving' | 'kept' | 'refused' | 'unreadable';
  refusal: string | null;
  /** How much of its light copy is made; null if none is being made. */
  copy: number | null;
};

export type UploadsState = {
  files: readonly MovingFile[];
  isPaused: boolean;
  /** Why nothing moves though nobody paused; null if all is well. */
  problem: 'line' | 'login' | null;
  /** Waits for another connection, as chosen on this device. */
  isHeld: boolean;
  /** For everything that is uploading; null if it cannot be estimated. */
  secondsLeft: number | null;
  /** Ids of files that this device has no room for: after a reload they have to be chosen again. */
  unkept: readonly string[];
};

export type Uploads = ReturnType<typeof createUploads>;

/** More at a time would not be faster, and lose more when the connection breaks. */
const atOnce = 3;

/** A file with its bytes; null: this device has none, the file is only announced. */
export type Chosen = { file: KeptFile; blob: Blob | null };

type Dependencies = {
  send: SendFile;
  /** Announces files of one upload; returns all that the server has of it then. Rejects with an ApiError. */
  announce: (files: readonly KeptFile[]) => Promise<readonly UploadFile[]>;
  kept: Pick<KeptFiles, 'note' | 'add' | 'announced' | 'remove' | 'blobOf'>;
  now?: () => number;
};

function secondsLeft({ files, isPaused, isHeld, problem }: UploadsState, perSecond: number | null): number | null {
  const left = files.reduce((sum, file) => (isOnItsWay(file) ? sum + file.bytes - file.sent : sum), 0);
  const isStill = left === 0 || isPaused || isHeld || problem !== null;
  return perSecond === null || isStill ? null : left / perSecond;
}

function toKnown({ id, name, bytes }: MovingFile, announcement: Announcement | undefined): KnownFile {
  const { folder: sentFolder = '', print = null } = announcement ?? {};
  return { id, sentName: name, sentFolder, bytes, state: 'kept', print, isMine: true };
}

function toMoving({ file: { id, upload, name, bytes, announcement } }: Chosen): MovingFile {
  return { id, upload, name, bytes, sent: 0, state: announcement ? 'new' : 'waiting', refusal: null, copy: null };
}

export function createUploads({ send, announce, kept, now = Date.now }: Dependencies) {
  const listeners = createListeners();
  const blobs = new Map<string, Blob>();
  const facts = new Map<string, KeptFile>();
  const sendings = new Map<string, Sending>();
  const copies = new Set<string>();
  const rate = createRate(now);
  const rest = createRest(now);
  let isAnnouncing = false;
  let state = noUploads;

  function set(change: Partial<UploadsState>): void {
    const next = { ...state, ...change };
    state = { ...next, secondsLeft: secondsLeft(next, rate.perSecond()) };
    listeners.notify();
  }

  function change(id: string, fields: Partial<MovingFile>): void {
    set({ files: state.files.map((file) => (file.id === id ? { ...file, ...fields } : file)) });
  }

  function letGo(id: string): void {
    sendings.delete(id);
    blobs.delete(id);
    facts.delete(id);
    copies.delete(id);
    void kept.remove(id);
    set({ unkept: state.unkept.filter((other) => other !== id) });
  }

  function end(id: string, fields: Partial<MovingFile>): void {
    letGo(id);
    change(id, fields);
    if (fields.state !== 'unreadable') heard();
    next();
  }

  /** A response came: the connection works. */
  function heard(): void {
    rest.end();
    if (state.problem === null) return;
    set({ problem: null });
    next();
  }

  function sent(id: string, bytes: number): void {
    const before = state.files.find((file) => file.id === id)?.sent ?? 0;
    rate.add(Math.max(0, bytes - before));
    change(id, { sent: bytes });
    heard();
  }

  function stop(): void {
    for (const sending of sendings.values()) sending.stop();
    sendings.clear();
    rate.clear();
    set({ files: state.files.map((file) => (file.state === 'moving' ? { ...file, state: 'waiting' } : file)) });
  }

  /** It starts again by itself, after a growing delay, or at a sign of a connection. */
  function lose(problem: 'line' | 'login'): void {
    stop();
    set({ problem });
    rest.begin(problem === 'line' ? next : undefined);
  }

  /** A file that fails on every turn moves behind the others. */
  function failed(id: string, loginEnded: boolean): void {
    const isIt = (file: MovingFile) => file.id === id;
    set({ files: [...state.files.filter((file) => !isIt(file)), ...state.files.filter(isIt)] });
    lose(loginEnded ? 'login' : 'line');
  }

  /** The stored copy is sent instead, at the same place in the queue. */
  async function unreadable(id: string, blob: Blob): Promise<void> {
    sendings.delete(id);
    const copy = copies.has(id) ? null : await kept.blobOf(id);
    if (blobs.get(id) !== blob) return;
    if (copy === null) return end(id, { state: 'unreadable' });
    copies.add(id);
    blobs.set(id, copy);
    change(id, { state: 'waiting' });
    next();
  }

  function start({ id, bytes }: MovingFile): void {
    const blob = blobs.get(id) as Blob;
    change(id, { state: 'moving' });
    const sending = send(
      { id, blob },
      {
        sent: (there) => sent(id, there),
        kept: () => end(id, { state: 'kept', sent: bytes }),
        refused: (refusal) => end(id, { state: 'refused', refusal }),
        unreadable: () => void unreadable(id, blob),
        failed: (loginEnded) => failed(id, loginEnded),
      },
    );
    sendings.set(id, sending);
  }

  /** The server's state of a file that was just announced. */
  function announced(id: string, answer: UploadFile | undefined): void {
    if (answer?.state === 'travelling' && blobs.has(id)) return change(id, { state: 'waiting' });
    const { bytes = 0 } = answer ?? {};
    if (answer?.state === 'refused') return end(id, { state: 'refused', refusal: answer.refusal });
    if (answer?.state === 'kept') return end(id, { state: 'kept', sent: bytes });
    // Only its name is here, or it was removed meanwhile: the form says what did not arrive.
    if (state.files.some((file) => file.id === id)) forget(id);
  }

  async function tell(ids: readonly string[]): Promise<void> {
    const answers = new Map((await announce(ids.flatMap((id) => facts.get(id) ?? []))).map((file) => [file.id, file]));
    heard();
    void kept.announced(ids);
    for (const id of ids) announced(id, answers.get(id));
  }

  function announceFailed(ids: readonly string[], { status = 0, detail, message }: ApiError): void {
    const outcome = outcomeOf(status);
    if (outcome !== 'refused') return lose(outcome === 'login' ? 'login' : 'line');
    for (const id of ids) end(id, { state: 'refused', refusal: detail ?? message });
  }

  async function announceNew(): Promise<void> {
    const fresh = state.files.filter((file) => file.state === 'new');
    if (fresh.length === 0 || isAnnouncing) return;
    const ids = fresh.flatMap(({ id, upload }) => (upload === fresh[0]?.upload ? id : []));
    isAnnouncing = true;
    const error = await tell(ids).catch((error: ApiError) => error);
    isAnnouncing = false;
    if (error) announceFailed(ids, error);
    else next();
  }

  /** While the connection is uncertain, one file tries. Announcing is allowed on any connection: it costs next to nothing. */
  function next(): void {
    if (state.isPaused || rest.isOn()) return;
    void announceNew();
    const most = state.problem === null ? atOnce : 1;
    const waiting = state.isHeld ? [] : state.files.filter((file) => file.state === 'waiting' && blobs.has(file.id));
    for (const file of waiting.slice(0, Math.max(0, most - sendings.size))) start(file);
  }

  async function keep(chosen: readonly Chosen[]): Promise<void> {
    await kept.note(chosen.map(({ file }) => file));
    for (const { file, blob } of chosen) {
      const isKept = blob !== null && (await kept.add(file, blob));
      if (!isKept && blobs.has(file.id)) set({ unkept: [...state.unkept, file.id] });
    }
  }

  /** Returns those that are not in the queue already. */
  function take(chosen: readonly Chosen[]): readonly Chosen[] {
    const fresh = chosen.filter(({ file }) => !blobs.has(file.id));
    for (const { file, blob } of fresh) {
      if (blob) blobs.set(file.id, blob);
      facts.set(file.id, file);
    }
    const ids = new Set(fresh.map(({ file }) => file.id));
    set({ files: [...state.files.filter(({ id }) => !ids.has(id)), ...fresh.map(toMoving)] });
    next();
    return fresh;
  }

  function forget(id: string): void {
    sendings.get(id)?.stop();
    letGo(id);
    set({ files: state.files.filter((file) => file.id !== id) });
    next();
  }

  function restart(change: Partial<UploadsState>): void {
    rest.end();
    set(change);
    next();
  }

  /** Retries at once what waits for a retry. */
  function wake(): void {
    if (state.problem === null || !rest.mayEnd()) return;
    rest.end();
    next();
  }

  return {
    subscribe: listeners.add,
    state: () => state,

    /** Files that were chosen just now. */
    add: (chosen: readonly Chosen[]): void => void keep(take(chosen)),

    /** The same for files that are stored already. */
    goOn: (chosen: readonly Chosen[]): void => void take(chosen),

    /** Waits for another connection, or continues with this one. */
    hold(isHeld: boolean): void {
      if (isHeld === state.isHeld) return;
      if (isHeld) stop();
      restart({ isHeld });
    },

    /** The files of an upload that the server does not know yet, in the form that it will have. */
    unannounced: (upload: string): KnownFile[] =>
      state.files
        .filter((file) => file.upload === upload && file.state === 'new')
        .map((file) => toKnown(file, facts.get(file.id)?.announcement)),

    blobOf: (id: string): Blob | null => blobs.get(id) ?? null,

    noteCopy: (id: string, copy: number | null) => change(id, { copy }),

    /** There may be a connection again, or a login; somebody who paused is not asked. */
    wake,

    pause(): void {
      stop();
      rest.end();
      set({ isPaused: true, problem: null });
    },

    resume: (): void => restart({ isPaused: false, problem: null }),

    /** The caller notifies the server. */
    forget,

    /** Removes finished files from the list. */
    clear: () => set({ files: state.files.filter(isOnItsWay) }),
  };
}
