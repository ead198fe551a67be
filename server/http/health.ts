// Health checks and metrics for the operator.
import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { notFound, unauthorized, unavailable } from '#server/lib/problem.ts';
import { productVersion } from '#server/lib/product-version.ts';

type QueueFigures = { queue: string; waiting: number; lateSeconds: number; failed: number };
type Dependencies = {
  ping(): Promise<void>;
  sockets(): number;
  /** What waits in the database's queues. */
  backlog(): Promise<QueueFigures[]>;
  metricsToken: string | null;
};

function isSame(received: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(received), digest(expected));
}

/** While the database is away the figures are missing: one of an hour ago would look like one of now. Returns what reads them again. */
function addQueueMetrics(registry: Registry, backlog: Dependencies['backlog']): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['queue'], registers: [registry] });
  const waiting = gauge('topout_queue_waiting', 'Jobs or deliveries that are to be done.');
  const late = gauge('topout_queue_late_seconds', 'How long the one that is due the longest has been waiting.');
  const failed = gauge('topout_queue_failed', 'Jobs that were given up; of deliveries those of the last day.');
  const up = new Gauge({ name: 'topout_database_up', help: '1 if the database answers.', registers: [registry] });
  const readInTime = askInTime(backlog);
  return async () => {
    const found = await readInTime().catch(() => null);
    up.set(found ? 1 : 0);
    for (const each of [waiting, late, failed]) each.reset();
    for (const { queue, ...figures } of found ?? []) {
      waiting.set({ queue }, figures.waiting);
      late.set({ queue }, figures.lateSeconds);
      failed.set({ queue }, figures.failed);
    }
  };
}

function createMetrics({ sockets, backlog }: Dependencies) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const readQueues = addQueueMetrics(registry, backlog);
  const info = { name: 'topout_info', help: 'Always 1; the label says the version.', labelNames: ['version'] };
  new Gauge({ ...info, registers: [registry] }).set({ version: productVersion }, 1);
  new Gauge({
    name: 'topout_sockets',
    help: 'Browsers connected to the live channel.',
    registers: [registry],
    collect() {
      this.set(sockets());
    },
  });
  const times = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  return { registry, times, readQueues };
}

/** Milliseconds after which a database that says nothing counts as away. */
const pingTimeout = 1_500;

/** Asks the database, but no second time while one question waits; one that waits too long is refused. */
function askInTime<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | null = null;
  return () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    const late = delay(pingTimeout, undefined, { ref: false }).then(() => {
      throw unavailable();
    });
    return Promise.race([asking, late]);
  };
}

/** /health/live: the process answers. /health/ready: the database too, else 503. /metrics: Prometheus text, only with the token. */
export function registerHealthRoutes(app: FastifyInstance, deps: Dependencies): void {
  const ping = askInTime(deps.ping);
  const ready = () =>
    ping().catch(() => {
      throw unavailable();
    });
  app.get('/health/live', async () => ({ ok: true, version: productVersion }));
  app.get('/health/ready', async () => {
    await ready();
    return { ok: true, version: productVersion };
  });
  if (deps.metricsToken === null) return;
  const token = `Bearer ${deps.metricsToken}`;
  const { registry, times, readQueues } = createMetrics(deps);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    times.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', async (request, reply) => {
    const received = request.headers.authorization;
    if (received === undefined) throw notFound('Address');
    if (!isSame(received, token)) throw unauthorized('Unauthorized: wrong token');
    await readQueues();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
