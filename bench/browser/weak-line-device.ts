// A phone on a weak connection, without a screen: the outbox, offline files, upload queue and drafts, which a kill ends at any moment.
import { QueryClient } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { chunkType } from '#contract/uploads/endpoints.ts';
import { outcomeOfPart, type SendFile } from '#web/features/uploads/sending/rest.ts';
import { resumeUploads } from '#web/features/uploads/sending/resume-uploads.ts';
import { createUploads } from '#web/features/uploads/sending/uploads.ts';
import { uploadsKey } from '#web/features/uploads/sending/use-held-uploads.ts';
import { call } from '#web/lib/api/http-client.ts';
import { notePerson } from '#web/lib/device/local-storage.ts';
import { endDrafts } from '#web/lib/forms/drafts.ts';
import { announceFiles, announceNamed } from '#web/lib/offline/announce-kept.ts';
import { createKeptFiles } from '#web/lib/offline/kept-files.ts';
import { offlineCalls } from '#web/lib/offline/offline-calls.ts';
import { createOutbox } from '#web/lib/offline/outbox.ts';
import { createOutboxStore, type Unsent } from '#web/lib/offline/outbox-store.ts';

export type Login = { id: number; cookie: string };
export type Device = ReturnType<typeof startDevice>;

const realFetch = globalThis.fetch;
const never = () => new Promise<never>(() => undefined);
/** Smaller than the product's, so that a connection breaks within pictures. */
const partBytes = 256 * 1024;
/** How long a form stays open. */
const answerMs = 400;

/** What a browser provides and Node does not; the device's storage starts empty. */
export function prepareDevice(): void {
  const values = new Map<string, string>();
  const localStorage = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
  Object.assign(globalThis, { localStorage, indexedDB: new IDBFactory() });
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
}

/** Calls of a killed process never return. */
function livingFetch(lineUrl: string, { cookie }: Login, life: AbortSignal): typeof fetch {
  return async (path, { signal, headers, ...init } = {}) => {
    const both = signal ? AbortSignal.any([signal, life]) : life;
    const options = { ...init, headers: { ...(headers as Record<string, string>), cookie }, signal: both };
    const answer = await realFetch(`${lineUrl}${String(path)}`, options).catch((error: unknown) =>
      life.aborted ? never() : Promise.reject(error),
    );
    return life.aborted ? never() : answer;
  };
}

/** The protocol of the browser's library (web/features/uploads/sending/send-file.ts), which reads no blobs in Node. */
function createSend(): SendFile {
  return ({ id, blob }, on) => {
    let isStopped = false;
    const path = `/api/uploads/files/${id}`;
    const ask = (method: string, more: Record<string, string>, body: BodyInit | null = null) =>
      fetch(path, { method, headers: { 'tus-resumable': '1.0.0', ...more }, body });
    async function run(): Promise<void> {
      let answer = await ask('HEAD', {});
      for (;;) {
        if (isStopped) return;
        if (!answer.ok) return fail(answer.status);
        const at = Number(answer.headers.get('upload-offset'));
        on.sent(at);
        if (at >= blob.size) return on.kept();
        const part = await blob.slice(at, at + partBytes).arrayBuffer();
        answer = await ask('PATCH', { 'upload-offset': String(at), 'content-type': chunkType }, part);
      }
    }
    function fail(status: number): void {
      const outcome = outcomeOfPart(status);
      if (outcome === 'refused') on.refused(`${status}`);
      else on.failed(outcome === 'login');
    }
    void run().catch(() => isStopped || on.failed(false));
    return {
      stop() {
        isStopped = true;
      },
    };
  };
}

function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Over the device's storage, as after a reload. */
export function startDevice(lineUrl: string, login: Login, onSent: (item: Unsent, reply: unknown) => void) {
  const { id: person } = login;
  const life = new AbortController();
  const tab = new EventTarget();
  const addEventListener = tab.addEventListener.bind(tab);
  const dispatchEvent = tab.dispatchEvent.bind(tab);
  Object.assign(globalThis, { addEventListener, dispatchEvent, fetch: livingFetch(lineUrl, login, life.signal) });
  notePerson(person);
  const outbox = createOutbox({
    store: createOutboxStore(person),
    async send({ call: which, input, key, drafts = [], at }) {
      await endDrafts(person, drafts, at);
      await announceNamed(person, input.body);
      return call(offlineCalls[which] as Endpoint, input as never, { idempotencyKey: key });
    },
    exclusive: oneAtATime(),
    onSent,
    onEnded: () => undefined,
    answerMs,
  });
  const uploads = createUploads({
    send: createSend(),
    announce: async (files) => (await announceFiles(files)).files,
    kept: createKeptFiles(person),
  });
  const client = new QueryClient();
  client.setQueryData(uploadsKey, uploads);
  void resumeUploads(client, person).catch(() => undefined);
  void outbox.drain();
  return {
    outbox,
    uploads,
    /** At this moment: requests in flight may arrive, and nothing more is done here. */
    kill(): void {
      life.abort();
      uploads.pause();
      tab.dispatchEvent(new Event('topout-uploads-ended'));
    },
  };
}
