// Pages rendered for people at the same time, with the words of people who mean ill.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { current } from '#contract/accounts/auth.ts';
import { dehydrateQuery } from '#contract/core/preloaded-state.ts';
import { readDeviceChoices } from '#contract/pages/device-choices.ts';
import { callsOfPage } from '#contract/pages/page-calls.ts';
import type { PageRender } from '#contract/pages/page-render.ts';
import { matchPage } from '#contract/pages/pages.ts';
import type { Role } from '#contract/policy.ts';
import { renderPage } from './server-render.tsx';

const site = {
  brand: { name: 'Topout', email: '', linkedin: '', instagram: '' },
  demo: false,
  device: readDeviceChoices({}),
};

type Somebody = { id: number; role: Role; firstName: string; project: string };

function userOf({ id, role, firstName }: Somebody) {
  return { id, role, firstName, lastName: 'Obi', username: `u${id}`, email: 'a@b.example', profilePhotoUrl: null };
}

function projectOf({ id, project }: Somebody) {
  const client = { id, firstName: 'Ada', lastName: 'Obi', username: 'ada', company: null };
  return {
    id,
    name: project,
    description: project,
    status: 'active',
    client,
    createdAt: '2026-01-05T10:00:00Z',
    siteCount: 1,
    sessionCount: 2,
  };
}

/** The list of projects, as it is for somebody. */
function startOf(somebody: Somebody, path: string): PageRender {
  const match = matchPage(path, somebody.role);
  const [list] = match ? callsOfPage(match) : [];
  const queries = [dehydrateQuery({ endpoint: current, input: {}, growing: false }, userOf(somebody))];
  if (list) queries.push(dehydrateQuery(list, { rows: [projectOf(somebody)], next: null, total: 1 }));
  return { path, search: '', site, preloaded: { versions: null, queries } };
}

/** What nothing in the product says by itself. */
const word = fc.string({ minLength: 6, maxLength: 30, unit: 'binary' }).map((text) => `zq${text.replace(/\s/g, '')}`);
const hostile = fc.constantFrom(
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '\u2028\u2029',
  '<!--$!-->',
);
const somebody = fc.record({
  id: fc.integer({ min: 1, max: 1_000_000 }),
  role: fc.constantFrom<Role>('admin', 'photographer', 'client'),
  firstName: fc.oneof(word, hostile),
  project: fc.oneof(word, hostile),
});

const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' })[sign] ?? sign,
  );

test('whatever people are called, each gets one’s own page, in which no word becomes markup', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(somebody, { minLength: 2, maxLength: 4 }), async (people) => {
      const pages = await Promise.all(people.map((one) => renderPage(startOf(one, '/projects'))));
      for (const [at, { body, title }] of pages.entries()) {
        const own = people[at] as Somebody;
        expect(title).toBe('Projects · Topout');
        expect(body).toContain(escaped(own.project));
        expect(body).not.toMatch(/<script|onerror=alert\(1\)>|<img src=x/);
        const said = [own.project, own.firstName].join();
        const others = people
          .map(({ project }) => project)
          .filter((word) => word.startsWith('zq') && !said.includes(word));
        expect(others.filter((word) => body.includes(escaped(word)))).toEqual([]);
      }
    }),
    { numRuns: 40 },
  );
});

test('what a page was not given it names, and shows the shape of', async () => {
  const start = startOf({ id: 1, role: 'admin', firstName: 'Ada', project: 'Lekki' }, '/nowhere');
  const { body, missing } = await renderPage({ ...start, path: '/projects' });
  expect(body).toContain('animate-skeleton');
  expect(missing.some((key) => key.startsWith('["/api/projects"'))).toBe(true);
});

test('a page that breaks is refused whole', async () => {
  const start = startOf({ id: 1, role: 'admin', firstName: 'Ada', project: 'Lekki' }, '/projects');
  const broken = { ...start.preloaded?.queries[1], state: { status: 'success', data: { pages: [{ rows: [{}] }] } } };
  const queries = [...(start.preloaded?.queries.slice(0, 1) ?? []), broken as never];
  await expect(renderPage({ ...start, preloaded: { versions: null, queries } })).rejects.toThrow();
});

test('the page Settings ends with the version that the server says it is', async () => {
  const start = startOf({ id: 1, role: 'admin', firstName: 'Ada', project: 'Lekki' }, '/nowhere');
  const { body } = await renderPage({ ...start, path: '/settings', site: { ...site, version: '9.8.7' } });
  expect(body).toMatch(/Topout (<!-- -->)?9\.8\.7<\/p>/);
});
