// Where reports wait, are made one after the other, and are cached for a while by their contents.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { calendarDay, formatDate } from '#contract/core/day-words.ts';
import type { ReportState } from '#contract/sharing/endpoints.ts';
import type { ReadSettings } from '#server/db/settings/company-settings.ts';
import { mediaProblem } from '#server/features/media/media-errors.ts';
import { createFairQueue } from '#server/lib/fair-queue.ts';
import { notFound, tooMany } from '#server/lib/problem.ts';
import type { ReportPair } from '#server/media/reports/report-model.ts';
import { makeReport, ReportFailure } from '#server/media/reports/supervised-report-maker.ts';
import { createFolderStorage } from '#server/media/storage/folder-storage.ts';
import { removeOldest, type Storage } from '#server/media/storage/storage.ts';
import type { Gathered } from './gather.ts';
import type { PendingPairs } from './pairs.ts';
import { sharedFileName } from './shared-files.ts';

// A report waits for a while until its pairs are aligned; then it is made with what is known.

/** Long enough for a few pairs; those that take longer are shown as they were taken. */
const alignmentMilliseconds = 20_000;
const pauseMilliseconds = 400;

type Waiting = { until: number; now: () => number; signal: AbortSignal; onProgress(done: number, total: number): void };

/** @throws if the signal says so. */
async function awaitPairs(
  { missing: total, read }: PendingPairs,
  { until, now, signal, onProgress }: Waiting,
): Promise<ReportPair[]> {
  for (;;) {
    const { pairs, missing } = await read();
    onProgress(total - missing, total);
    if (missing === 0 || now() >= until) return pairs;
    await wait(pauseMilliseconds, undefined, { signal });
  }
}

/** Raise it when the drawing changes: cached reports are then made again. */
const format = 7;
const maxBytes = 300 * 1024 * 1024;
const maxWaiting = 60;
const maxWaitingEach = 5;
const maxKnown = 1_000;
/** Nobody has polled for this long: the browser was closed. */
const leaseMilliseconds = 60_000;
/** A report that cannot be made is not retried for this long: each time it would block the others. */
const hopelessMilliseconds = 600_000;

/** `takenBack`: how often pictures of its project were taken back, or shown again, before it was gathered. */
export type Subject = { kind: 'session' | 'project'; id: number; projectId: number; takenBack: number };
/** `share`: for the guest's edition, the hash of its link's token. */
/** A file that stays under its own name, where no clean-up finds it. */
type Kept = { storage: Storage; name: string };
/** `madeAt`: where that was before. */
type Order = Gathered & { person: number; subject: Subject; share?: string; madeAt?: string; kept?: Kept };

type Job = {
  /** Keyed by the request; `file`: the file's name, from the report's contents, which may have been aligned since. */
  key: string;
  file: string;
  storage: Storage;
  state: ReportState['state'];
  done: number;
  total: number;
  bytes: number | null;
  /** Why it cannot be made, and since when that is known. */
  problem: { sentence: string; at: number } | null;
  /** By person: the name and subject of the report that they may see. */
  readers: Map<number, { name: string; subject: Subject }>;
  orderedAt: number;
  askedAt: number;
  number: number;
  controller: AbortController;
};

const fileNameOf = ({ share, kept }: Order, key: string) =>
  kept?.name ?? (share === undefined ? `${key}.pdf` : sharedFileName(share, key));

const busy = () => tooMany('Several of your reports are already being made: wait for one of them to finish', 30);

/** Reports are made in `folder`, and lie in `storage`, by default there too. */
type Dependencies = {
  folder: string;
  storage?: Storage;
  settings: ReadSettings;
  log: Pick<FastifyBaseLogger, 'warn'>;
  now?: () => number;
  make?: typeof makeReport;
};

/** The folder or bucket of reports may be away: that passes. */
const orAway = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw mediaProblem(error, 'File');
  });

/** One per process. `order` identifies people by their number, and guests by their link's number, negative. */
export function createReportDesk(deps: Dependencies) {
  const { folder, storage: given, settings, log, now = Date.now, make = makeReport } = deps;
  const storage = given ?? createFolderStorage(folder);
  const jobs = new LRUCache<string, Job>({ max: maxKnown });
  const queue = createFairQueue({ concurrency: 1, maxWaiting, maxWaitingEach, full: busy });
  const closing = new AbortController();
  let count = 0;
  const isUnfinished = ({ state }: Job) => state !== 'ready' && state !== 'failed';
  const signalOf = ({ controller }: Job) => AbortSignal.any([controller.signal, closing.signal]);

  function stateFor(job: Job, person: number): ReportState {
    const { key, state, done, total, bytes, problem, number } = job;
    const before =
      state === 'waiting' ? [...jobs.values()].filter((one) => isUnfinished(one) && one.number < number) : [];
    return {
      key,
      state,
      ahead: before.length,
      done,
      total,
      bytes,
      problem: problem?.sentence ?? null,
      name: job.readers.get(person)?.name ?? '',
    };
  }

  /** The report shows the company's day on which it is made: the next day's is another. */
  function keyOf({ report, pictures }: Order, day: string): string {
    return createHash('sha256')
      .update(JSON.stringify([format, day, report, pictures.sources]))
      .digest('base64url');
  }

  async function draw(job: Job, { report, pictures }: Order, day: string): Promise<void> {
    const part = join(folder, `${basename(job.file)}.${randomUUID()}.part`);
    try {
      await mkdir(folder, { recursive: true });
      const { bytes } = await make({
        report: { ...report, madeAt: `${day}T00:00:00Z`, madeOn: formatDate(day) },
        to: part,
        picture: (number) => pictures.read(number),
        onProgress(done, total) {
          Object.assign(job, { done, total });
          if (now() - job.askedAt > leaseMilliseconds) job.controller.abort(new Error('Nobody waits for it any more'));
        },
        signal: signalOf(job),
      });
      // Of one that stays, another process may have stored the bytes meanwhile: they are the ones that count.
      const former = job.storage === storage ? null : await job.storage.find(job.file);
      if (!former) await job.storage.put(job.file, part);
      Object.assign(job, { state: 'ready', bytes: former?.bytes ?? bytes });
      if (job.storage === storage) await removeOldest(storage, maxBytes);
    } finally {
      await rm(part, { force: true });
    }
  }

  /** Counted from the order: time in the queue counts as waiting. */
  async function align(job: Job, order: Order): Promise<Order> {
    const { pendingPairs, report } = order;
    if (!pendingPairs) return order;
    job.state = 'aligning';
    const pairs = await awaitPairs(pendingPairs, {
      until: job.orderedAt + alignmentMilliseconds,
      now,
      signal: signalOf(job),
      onProgress: (done, total) => Object.assign(job, { done, total }),
    });
    return { ...order, report: { ...report, pairs } };
  }

  async function run(job: Job, order: Order, day: string): Promise<void> {
    if (job.controller.signal.aborted || now() - job.askedAt > leaseMilliseconds) {
      jobs.delete(job.key);
      return;
    }
    const settled = await align(job, order);
    job.file = fileNameOf(settled, keyOf(settled, day));
    const kept = await job.storage.find(job.file);
    if (kept) Object.assign(job, { state: 'ready', bytes: kept.bytes });
    else {
      Object.assign(job, { state: 'making', done: 0, total: 0 });
      await draw(job, settled, day);
    }
  }

  function fail(job: Job, error: Error): void {
    if (job.controller.signal.aborted || closing.signal.aborted) jobs.delete(job.key);
    else {
      log.warn({ reason: error.message }, 'a report could not be made');
      job.state = 'failed';
      if (error instanceof ReportFailure && error.said !== null) job.problem = { sentence: error.said, at: now() };
    }
  }

  function jobOf(person: number, key: string): Job {
    const job = jobs.get(key);
    if (!job?.readers.has(person)) throw notFound('Report');
    return job;
  }

  return {
    /** Starts making it, joins a running one, or finds a finished one. @throws at once if somebody has too many waiting. */
    async order(order: Order): Promise<ReportState> {
      const { person, name, subject } = order;
      const { madeAt = now(), kept: stays = { storage } } = order;
      const day = calendarDay(madeAt, (await settings()).timeZone);
      const place = stays.storage;
      const key = keyOf(order, day);
      const file = fileNameOf(order, key);
      const kept = await orAway(place.find(file));
      const known = jobs.get(key);
      // If it was aligned after it was ordered, it is stored under another name, by which it is found when it is gathered again.
      const isReady = known?.state === 'ready' && known.file === file && kept !== null;
      const isHopeless = known?.state === 'failed' && known.problem && now() - known.problem.at < hopelessMilliseconds;
      const isKnown = known && (isUnfinished(known) || isReady || isHopeless);
      const fresh: Job = {
        key,
        file,
        storage: place,
        state: kept ? 'ready' : 'waiting',
        done: 0,
        total: 0,
        bytes: kept?.bytes ?? null,
        problem: null,
        readers: new Map(),
        orderedAt: now(),
        askedAt: now(),
        number: ++count,
        controller: new AbortController(),
      };
      const job = isKnown ? known : fresh;
      job.askedAt = now();
      if (job === fresh) {
        // What may throw comes before the report is registered.
        if (!kept)
          void queue.run([String(person)], () => run(job, order, day)).catch((error: Error) => fail(job, error));
        jobs.set(key, job);
      }
      job.readers.set(person, { name, subject });
      return stateFor(job, person);
    },

    /** 404 for a report that this person did not request here. */
    state(person: number, key: string): ReportState {
      const job = jobOf(person, key);
      job.askedAt = now();
      return stateFor(job, person);
    },

    subjectOf: (person: number, key: string): Subject => jobOf(person, key).readers.get(person)?.subject as Subject,

    /** Stops making it if nobody else waits for it. */
    cancel(person: number, key: string): void {
      const job = jobOf(person, key);
      job.readers.delete(person);
      if (job.readers.size > 0 || !isUnfinished(job)) return;
      job.controller.abort(new Error('Nobody waits for it any more'));
      jobs.delete(key);
    },

    async file(person: number, key: string): Promise<{ body: Readable; bytes: number; name: string }> {
      const job = jobOf(person, key);
      const kept = await orAway(job.storage.find(job.file));
      if (!kept) throw notFound('Report');
      const { body } = await orAway(kept.open(null));
      await job.storage.use(job.file);
      return { body, bytes: kept.bytes, name: job.readers.get(person)?.name ?? 'report.pdf' };
    },

    close: () => closing.abort(new Error('The server ends')),
  };
}
export type ReportDesk = ReturnType<typeof createReportDesk>;
