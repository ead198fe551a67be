// Renders pages in a thread of its own and keeps what it made; where it cannot, the page comes without and the browser renders it.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { PageRender, RenderedPage } from '#contract/pages/page-render.ts';
import type { RenderResult } from './render-worker.ts';

/** In the built browser part: the same components, made for the server (scripts/build/frame-pages.mjs). */
export const componentsFile = '.render/server-render.js';

/** More that wait at once than this would wait too long: these pages come without. */
const maxWaiting = 30;
/** Milliseconds that a page waits for being rendered; what comes later is kept for the next. */
const renderMs = 5000;
/** Milliseconds after which a thread that answers nothing is ended. */
const hangTimeout = 15_000;
/** Milliseconds after a failed start before the next. */
const restartDelay = 5000;
const maxKeptBytes = 16 * 1024 * 1024;
/** The heap of the thread, in MB. */
const heapLimit = 96;

export type PageRenderer = {
  /** Null where it cannot be rendered now. */
  render(start: PageRender): Promise<RenderedPage | null>;
  close(): Promise<void>;
};

type Options = {
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** Starts the thread; tests give their own. */
  startThread?: () => Worker;
};

/** The thread with the built components of `module`, a path or file address. */
function startWorker(module: string): Worker {
  const limits = { maxOldGenerationSizeMb: heapLimit, maxYoungGenerationSizeMb: 16 };
  return new Worker(new URL('./render-worker.js', import.meta.url), { workerData: module, resourceLimits: limits });
}

/** By all that it was made of, but for the word of what was changed last: equal answers make equal pages. */
function keyOf({ path, search, site, preloaded }: PageRender): string {
  const text = JSON.stringify([path, search, site, preloaded?.queries ?? null]);
  return createHash('sha256').update(text).digest('base64');
}

export function createPageRenderer(
  module: string,
  { log, startThread = () => startWorker(module) }: Options,
): PageRenderer {
  const kept = new LRUCache<string, RenderedPage>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ body, missing }) => body.length * 2 + missing.join().length * 2 + 500,
  });
  const waiting = new Map<number, (page: RenderedPage | null) => void>();
  let thread: Worker | null = null;
  let hang: NodeJS.Timeout | undefined;
  let startsAgainAt = 0;
  let jobs = 0;
  let closed = false;

  function settle(id: number, page: RenderedPage | null): void {
    waiting.get(id)?.(page);
    waiting.delete(id);
  }

  /** Each answer is a sign of life. */
  function watch(of: Worker): void {
    clearTimeout(hang);
    if (waiting.size === 0) return;
    hang = setTimeout(() => void of.terminate(), hangTimeout);
    hang.unref();
  }

  function start(): Worker | null {
    if (thread || closed || Date.now() < startsAgainAt) return thread;
    const started = startThread();
    started.unref();
    started.on('message', (result: RenderResult) => {
      if ('failure' in result) log.error({ failure: result.failure }, 'a page could not be rendered');
      settle(result.id, 'page' in result ? result.page : null);
      watch(started);
    });
    started.on('error', (error) => log.error({ err: error }, 'the renderer of pages failed'));
    started.on('exit', () => {
      clearTimeout(hang);
      if (thread === started) thread = null;
      startsAgainAt = Date.now() + restartDelay;
      for (const id of [...waiting.keys()]) settle(id, null);
      if (!closed) log.warn('the page renderer ended; it is started again');
    });
    thread = started;
    return thread;
  }

  return {
    async render(request) {
      const key = keyOf(request);
      const ready = kept.get(key);
      if (ready) return ready;
      const worker = waiting.size < maxWaiting ? start() : null;
      if (!worker) return null;
      const id = ++jobs;
      const rendered = new Promise<RenderedPage | null>((resolve) => {
        waiting.set(id, resolve);
        worker.postMessage({ id, start: request });
        if (waiting.size === 1) watch(worker);
      }).then((page) => {
        if (page) kept.set(key, page);
        return page;
      });
      const settled = new AbortController();
      const late = sleep(renderMs, null, { ref: false, signal: settled.signal });
      return Promise.race([rendered, late]).finally(() => settled.abort());
    },
    async close() {
      closed = true;
      await thread?.terminate();
    },
  };
}
