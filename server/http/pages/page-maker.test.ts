// How long a rendered page is sent again: until something that it shows changes.
import { rmSync } from 'node:fs';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Topic, topics } from '#contract/core/endpoint.ts';
import { makeBuiltPages } from '#server/test-support/built-pages.ts';
import { createPageMaker } from './page-maker.ts';

const person = { kind: 'person', id: 7, role: 'client' } as const;
const versions = Object.fromEntries(topics.map((topic) => [topic, '0'])) as Record<Topic, string>;
let app: FastifyInstance;
let folder: string;
let made: number;
let brand = 'Topout';
let isRefused = false;

const change = (topic: Topic) => {
  versions[topic] += '+';
};

beforeAll(async () => {
  folder = makeBuiltPages();
  app = Fastify();
  app.get('/api/*', async (_, reply) => (isRefused ? reply.code(503).send({}) : []));
  const pages = createPageMaker(app, folder, {
    brand: async () => ({ name: brand, email: 'a@example.org', linkedin: '', instagram: '', colour: null }) as never,
    demo: false,
    canMail: false,
    cacheVersions: () => ({ ...versions }),
    renderer: {
      async render() {
        made++;
        return { body: `<p>${made}</p>`, title: 'Projects', links: '', missing: [] };
      },
      close: async () => undefined,
    },
  });
  app.get('/page', async (request: FastifyRequest) => {
    const page = await pages.of(request, { path: '/projects', search: '' }, person);
    return page.body.toString();
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  isRefused = false;
  made = 0;
  // Everything cached before is rendered again.
  change('projects');
});

const open = async () => (await app.inject('/page')).body;

test('it is sent again, also after a change of what it does not show', async () => {
  const first = await open();
  expect(first).toContain('<p>1</p>');
  change('viewpoints');
  change('auditLog');
  expect(await open()).toBe(first);
});

test.each(['projects', 'users', 'notifications'] as const)('it is made again after a change of %s', async (topic) => {
  await open();
  change(topic);
  expect(await open()).toContain('<p>2</p>');
});

test('it is made again after a change of the company’s name', async () => {
  await open();
  brand = 'Skyline';
  change('settings');
  expect(await open()).toContain('Skyline');
});

test('one whose answers were refused is not kept', async () => {
  isRefused = true;
  await open();
  isRefused = false;
  expect(await open()).toContain('<p>2</p>');
});
