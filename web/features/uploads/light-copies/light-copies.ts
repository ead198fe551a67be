// The light copies of a tab's uploads: made one at a time while the originals are sent, and sent after them (behaviour §26.10).
import { announceCopy } from '#contract/uploads/endpoints.ts';
import { createRest, outcomeOf, type SendFile, type Sending } from '#web/features/uploads/sending/rest.ts';
import { sendFile } from '#web/features/uploads/sending/send-file.ts';
import { untilEnded } from '#web/features/uploads/sending/upload-locks.ts';
import type { MovingFile, Uploads } from '#web/features/uploads/sending/uploads.ts';
import { isOnItsWay } from '#web/features/uploads/sending/use-held-uploads.ts';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/http-client.ts';
import { randomId } from '#web/lib/offline/announce-kept.ts';
import { type CopyMaker, makeInWorker } from './make-in-worker.ts';

type Part = { id: string; blob: Blob };
type Announced = Record<'light' | 'poster', Pick<Part, 'id'> & { bytes: number }>;
type Made = { light: Part; poster: Part | null };
/** `film`: until its copy is made. `announcedAt`: 0 before the first time. */
type Copy = {
  id: string;
  film: Blob | null;
  made: Made | null;
  announcedAt: number;
  original: MovingFile['state'];
};

type Followed = Pick<Uploads, 'state' | 'subscribe' | 'noteCopy'>;
type Dependencies = {
  uploads: Followed;
  make: CopyMaker;
  /** Rejects with an ApiError. */
  announce: (file: string, copies: Pick<Announced, 'light'> & Partial<Announced>) => Promise<unknown>;
  send: SendFile;
  now?: () => number;
};
/** `again`: after a lost connection. `stopped`: something else goes first. */
type Outcome = 'sent' | 'dropped' | 'again' | 'stopped';

/** The server waits half an hour for a copy that was announced, and then makes its own. */
const announceEveryMs = 600_000;
const tickMs = 60_000;
/** Copies that wait to be sent, in bytes: while there are more no other is made. */
const maxWaiting = 400 * 1024 * 1024;

const toPart = (blob: Blob): Part => ({ id: randomId(), blob });
const toAnnounced = ({ id, blob }: Part) => ({ id, bytes: blob.size });
const sizeOf = ({ made }: Copy) => (made ? made.light.blob.size + (made.poster?.blob.size ?? 0) : 0);

export type LightCopies = ReturnType<typeof createLightCopies>;

export function createLightCopies({ uploads, make, announce, send, now = Date.now }: Dependencies) {
  const copies = new Map<string, Copy>();
  const rest = createRest(now);
  let making: (ReturnType<CopyMaker> & { id: string }) | null = null;
  let sending: (Sending & { id: string }) | null = null;
  let isBusy = false;
  let isEnded = false;

  function drop(id: string): void {
    copies.delete(id);
    if (sending?.id === id) sending.stop();
    if (making?.id !== id) return;
    making.stop();
    making = null;
    uploads.noteCopy(id, null);
  }

  /** A file that left the list after it arrived was only tidied away. */
  function follow(): void {
    const files = new Map(uploads.state().files.map((file) => [file.id, file.state]));
    for (const copy of copies.values()) {
      copy.original = files.get(copy.id) ?? (copy.original === 'kept' ? 'kept' : 'refused');
      if (copy.original === 'refused' || copy.original === 'unreadable') drop(copy.id);
    }
  }

  function made(copy: Copy, result: { light: Blob; poster: Blob | null } | null): void {
    making = null;
    copy.film = null;
    if (result) copy.made = { light: toPart(result.light), poster: result.poster && toPart(result.poster) };
    else copies.delete(copy.id);
    uploads.noteCopy(copy.id, null);
    next();
  }

  function makeNext(): void {
    const { isPaused, problem } = uploads.state();
    if (making) return making.pause(isPaused);
    const waiting = [...copies.values()].reduce((sum, copy) => sum + sizeOf(copy), 0);
    // Offline the worker could not be fetched: a video that the server knows was chosen, or is back, online.
    const copy = [...copies.values()].find(({ film, original }) => film && original !== 'new');
    if (!copy?.film || isPaused || problem !== null || waiting > maxWaiting) return;
    let percent = 0;
    const work = make(copy.film, {
      progress(share) {
        if (Math.floor(share * 100) <= percent) return;
        percent = Math.floor(share * 100);
        uploads.noteCopy(copy.id, share);
      },
      done: (result) => made(copy, result),
    });
    making = { id: copy.id, ...work };
    uploads.noteCopy(copy.id, 0);
  }

  const isLineFree = () => {
    const { isPaused, isHeld, problem, files } = uploads.state();
    return !isPaused && !isHeld && problem === null && !files.some(isOnItsWay);
  };

  /** Also while it waits: what the server has not heard of for long it makes itself. */
  async function tell(copy: Copy, { light, poster }: Made): Promise<Outcome> {
    copy.announcedAt = now();
    const body = { light: toAnnounced(light), ...(poster ? { poster: toAnnounced(poster) } : {}) };
    return announce(copy.id, body).then(
      () => 'sent',
      ({ status = 0 }: ApiError) => {
        copy.announcedAt = now() - announceEveryMs + tickMs;
        return outcomeOf(status) === 'refused' ? 'dropped' : 'again';
      },
    );
  }

  function sendPart(id: string, part: Part): Promise<Outcome> {
    return new Promise((resolve) => {
      const { stop } = send(part, {
        sent: () => undefined,
        kept: () => resolve('sent'),
        refused: () => resolve('dropped'),
        unreadable: () => resolve('dropped'),
        failed: () => resolve('again'),
      });
      sending = {
        id,
        stop() {
          stop();
          resolve('stopped');
        },
      };
    }).then((outcome) => {
      sending = null;
      return outcome as Outcome;
    });
  }

  /** Its picture first: what comes last completes it. */
  async function sendCopy(copy: Copy, { light, poster }: Made): Promise<Outcome> {
    const told = await tell(copy, { light, poster });
    for (const part of told === 'sent' ? [poster, light] : []) {
      if (!part) continue;
      const outcome = isLineFree() ? await sendPart(copy.id, part) : 'stopped';
      if (outcome !== 'sent') return outcome;
    }
    return told;
  }

  async function sendNext(): Promise<void> {
    if (!isLineFree()) return sending?.stop();
    const copy = [...copies.values()].find((one) => one.made && one.original === 'kept');
    if (!copy?.made || isBusy || rest.isOn()) return;
    isBusy = true;
    const outcome = await sendCopy(copy, copy.made);
    isBusy = false;
    if (isEnded) return;
    if (outcome === 'again') return rest.begin(next);
    rest.end();
    if (outcome !== 'stopped') copies.delete(copy.id);
    next();
  }

  function tellDue(): void {
    const { problem } = uploads.state();
    for (const copy of copies.values()) {
      const isDue = copy.announcedAt === 0 || now() - copy.announcedAt >= announceEveryMs;
      if (!copy.made || !isDue || isBusy || problem !== null) continue;
      void tell(copy, copy.made).then((outcome) => outcome === 'dropped' && drop(copy.id));
    }
  }

  function next(): void {
    if (isEnded) return;
    follow();
    makeNext();
    void sendNext();
    tellDue();
  }

  const stopFollowing = uploads.subscribe(next);
  const timer = setInterval(next, tickMs);

  return {
    /** A video that is in the queue. */
    add(id: string, film: Blob): void {
      if (isEnded || copies.has(id)) return;
      copies.set(id, { id, film, made: null, announcedAt: 0, original: 'waiting' });
      next();
    },

    /** The login has ended: nothing more is made, sent or kept. */
    end(): void {
      isEnded = true;
      stopFollowing();
      clearInterval(timer);
      rest.end();
      for (const id of [...copies.keys()]) drop(id);
    },
  };
}

/** Until the login ends. */
export function makeLightCopies(uploads: Followed): LightCopies {
  const copies = createLightCopies({
    uploads,
    make: makeInWorker,
    send: sendFile,
    announce: (file, body) => call(announceCopy, { params: { file }, body }),
  });
  void untilEnded().then(copies.end);
  return copies;
}
