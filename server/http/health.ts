// Health checks and metrics for the operator.
import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { notFound, unauthorized, unavailable } from '#server/lib/problem.ts';

type Dependencies = { ping(): Promise<void>; sockets(): number; metricsToken: string | null };

function isSame(received: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(received), digest(expected));
}

function createMetrics(sockets: () => number) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
  return { registry, times };
}

/** Milliseconds after which a database that says nothing counts as away. */
const pingTimeout = 1_500;

/** Whether the database answers in time; while one question waits no second is asked. @throws 503 */
function createReadiness(ping: () => Promise<void>): () => Promise<void> {
  let asking: Promise<void> | null = null;
  return async () => {
    asking ??= ping().finally(() => {
      asking = null;
    });
    const late = delay(pingTimeout, undefined, { ref: false }).then(() => {
      throw unavailable();
    });
    await Promise.race([asking, late]).catch(() => {
      throw unavailable();
    });
  };
}

/** /health/live: the process answers. /health/ready: the database too, else 503. /metrics: Prometheus text, only with the token. */
export function registerHealthRoutes(app: FastifyInstance, deps: Dependencies): void {
  const ready = createReadiness(deps.ping);
  app.get('/health/live', async () => ({ ok: true }));
  app.get('/health/ready', async () => {
    await ready();
    return { ok: true };
  });
  if (deps.metricsToken === null) return;
  const token = `Bearer ${deps.metricsToken}`;
  const { registry, times } = createMetrics(deps.sockets);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    times.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', async (request, reply) => {
    const received = request.headers.authorization;
    if (received === undefined) throw notFound('Address');
    if (!isSame(received, token)) throw unauthorized('Unauthorized: wrong token');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
