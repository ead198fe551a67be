// The claims about health, metrics, and what ops/ makes of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/test-support/test-app.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const metricsToken = 'a-token-of-20-letters';
const authorization = `Bearer ${metricsToken}`;

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ metricsToken });
});
afterAll(() => app.close());

async function metrics(): Promise<string> {
  const answer = await app.app.inject({ url: '/metrics', headers: { authorization } });
  expect(answer.statusCode).toBe(200);
  return answer.body;
}

test('health says that it is well, and the version', async () => {
  for (const url of ['/health/live', '/health/ready']) {
    const answer = await app.app.inject({ url });
    expect(answer.json()).toEqual({ ok: true, version });
  }
});

test('metrics are for who has the token, and say version and queues as they are now', async () => {
  expect((await app.app.inject({ url: '/metrics' })).statusCode).toBe(404);
  const wrong = { authorization: 'Bearer another-token-of-letters' };
  expect((await app.app.inject({ url: '/metrics', headers: wrong })).statusCode).toBe(401);
  await sql`insert into jobs (kind, run_at) values ('late', now() - interval '1 hour'), ('given up', 'infinity')`.execute(
    app.database.query,
  );
  const text = await metrics();
  expect(text).toContain(`topout_info{version="${version}"} 1`);
  expect(text).toContain('topout_database_up 1');
  expect(text).toContain('topout_queue_waiting{queue="jobs"} 1');
  expect(text).toContain('topout_queue_failed{queue="jobs"} 1');
  expect(text).toContain('topout_queue_failed{queue="deliveries"} 0');
  expect(Number(/topout_queue_late_seconds\{queue="jobs"\} (\S+)/.exec(text)?.[1])).toBeGreaterThan(3_500);
});

/** Of an expression of Prometheus: what is neither a function nor a label, a duration or a word of the language. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring|group_left)\s*\([^)]*\)/g, '');
  const words = bare.match(/[a-z_][\w:]*\b(?!\s*\()/gi) ?? [];
  return words.filter((word) => !['and', 'or', 'unless', 'bool'].includes(word));
}

const alerts = () => readFileSync(join(root, 'ops/prometheus/alerts.yaml'), 'utf8');
const rules = () =>
  [...alerts().matchAll(/- alert: (\w+)\n {8}expr: (.+)\n/g)].map(([, name, expr = '']) => ({ name, expr }));

type Panel = { title: string; targets: { expr: string }[] };
const panels = () =>
  (JSON.parse(readFileSync(join(root, 'ops/grafana/topout.json'), 'utf8')) as { panels: Panel[] }).panels;

test('every metric that an alert or a panel names is one that /metrics prints', async () => {
  await metrics();
  const text = await metrics();
  const printed = new Set([...text.matchAll(/^([a-z_]\w*)(?:\{| )/gim)].map(([, name]) => name));
  // Prometheus adds it: whether it could read the metrics.
  printed.add('up');
  const expressions = [
    ...rules().map(({ expr }) => expr),
    ...panels().flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  expect(expressions.length).toBeGreaterThan(15);
  for (const expression of expressions) {
    const named = metricsIn(expression);
    expect(named.length, expression).toBeGreaterThan(0);
    for (const name of named) expect(printed, `${name} in ${expression}`).toContain(name);
  }
});

test('there are eight alerts, each with its severity, how long it must last, and what to do', () => {
  const blocks = alerts().split('- alert: ').slice(1);
  expect(blocks.map((block) => block.split('\n')[0])).toHaveLength(8);
  expect(rules()).toHaveLength(8);
  for (const block of blocks) {
    for (const field of ['for: ', 'severity: ', 'summary: ', 'description: ']) expect(block).toContain(field);
  }
});
