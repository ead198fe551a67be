// The claims about pages for guests as markup: nothing that people typed becomes an element, and nothing is loaded that counts or tells.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { shadesOf } from '#contract/settings/brand-shades.ts';
import type { GuestPage, GuestTab, SharedContent } from '#contract/sharing/guest-pages.ts';
import { Page } from './page.tsx';

const hostile = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;
const brand = { name: hostile, logo: null, colour: null };
const sharing = {
  base: '/s/token',
  mark: 'mark',
  needs: ['1.1.1'],
  sharedWith: { recipient: hostile, until: '2027-01-02' },
  askAt: 'ada@example.org',
  embedded: false,
  preview: null,
};
const picture = { path: '/s/token/pictures/1/drone/x', look: null, save: true };
const visit = { path: '/s/token/visits/1', captureDate: '2026-01-02', site: hostile, phase: hostile };
const dated = { ...picture, captureDate: '2026-01-02', ratio: 1.5 };
const moment = { ...visit, picture: dated };
const bare = { ...visit, path: '/s/token/visits/2', picture: null };

const given = { on: '2026-01-03', by: hostile };
const confirmed = { id: 7, name: hostile, confirmed: given, acknowledged: [given], isDone: false };
const stages = { site: hostile, present: hostile, next: hostile, total: 2, confirmed: [confirmed] };

const film = {
  name: hostile,
  address: '/s/token/films/1',
  failed: hostile,
  light: 11_000_000,
  still: '/s/token/pictures/1/videos/a',
};
const filmTab: GuestTab = { kind: 'videos', maps: [], videos: [film], photos: [], player: null, problem: null };

const contents: SharedContent[] = [
  {
    kind: 'project',
    base: '/s/token',
    project: hostile,
    visits: 2,
    since: '2026-01-02',
    lastDays: 6,
    sites: [hostile],
    cover: { ...dated, of: 'video' },
    pair: { name: hostile, older: dated, newer: dated, matrix: null },
    moments: [bare, moment],
    film: null,
    page: 1,
    hasMore: true,
    stages: [stages],
    acknowledging: 'offered',
    latest: [
      { kind: 'tour360', captureDate: '2026-01-02', path: visit.path, poster: null, tab: null },
      { kind: 'videos', captureDate: '2026-01-02', path: visit.path, poster: null, tab: filmTab },
    ],
    reports: [{ captureDate: '2026-01-02', site: hostile, path: `${visit.path}/report` }],
    notes: [{ captureDate: '2026-01-02', path: visit.path, notes: hostile }],
  },
  {
    ...visit,
    kind: 'visit',
    project: hostile,
    all: '/s/token',
    notes: hostile,
    poster: '/s/token/pictures/1/drone/cover/s800',
    zip: { path: '/s/token/visits/1/pictures.zip', pictures: 2, bytes: { full: 1, s1600: 1 } },
    report: `${visit.path}/report`,
    tabs: [
      {
        kind: 'drone',
        maps: [
          { ...picture, look: 'map', name: hostile },
          { name: hostile, instead: hostile },
        ],
        videos: [film, { name: hostile, instead: hostile }],
        photos: [{ ...picture, name: hostile }],
        player: null,
        problem: null,
      },
      { kind: 'videos', maps: [], videos: [], photos: [], player: { address: hostile }, problem: null },
      { kind: 'tour360', maps: [], videos: [], photos: [], player: null, problem: hostile },
    ],
  },
  {
    kind: 'viewpoint',
    base: '/s/token',
    project: hostile,
    name: hostile,
    site: hostile,
    moments: [moment, moment],
    film: null,
  },
  {
    kind: 'comparison',
    project: hostile,
    visits: [moment, moment],
    pairs: [{ older: dated, newer: dated, matrix: null }],
    view: null,
  },
  {
    kind: 'report',
    project: hostile,
    report: {
      of: 'pack',
      number: 3,
      from: '2026-01-01',
      to: '2026-01-31',
      stages: [{ id: 7, name: hostile, confirmed: '1.00 %' }],
    },
    path: '/r',
  },
  { kind: 'report', project: hostile, report: { of: 'session', captureDate: '2026-01-02', site: hostile }, path: '/r' },
];
const pages: GuestPage[] = [
  ...contents.map((content) => ({ brand, kind: 'shared' as const, content, sharing })),
  ...contents
    .filter(({ kind }) => kind !== 'report')
    .map((content) => ({ brand, kind: 'shared' as const, content, sharing: { ...sharing, embedded: true } })),
  { brand, kind: 'notice', notice: { kind: 'refused', status: 429, sentence: hostile } },
  { brand, kind: 'notice', notice: { kind: 'pin', base: '/s/token', failure: hostile } },
  {
    brand,
    kind: 'notice',
    notice: { kind: 'acknowledge', base: '/s/token', stage: confirmed, typed: hostile, failure: hostile },
  },
  { brand, kind: 'notice', notice: { kind: 'reportFailed', base: '/s/token', problem: hostile } },
];

test('what people typed stays text, whatever it holds and wherever it stands', () => {
  for (const page of pages) {
    const markup = renderToStaticMarkup(<Page page={page} />);
    expect(markup).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(markup).not.toMatch(/<script>|<img src=x/);
    expect(markup.match(/<script/g)?.length ?? 0).toBe(page.kind === 'shared' ? 1 : 0);
  }
});

test('the picture that counts an open is fetched by browsers without script alone', () => {
  const [page] = pages;
  const markup = page ? renderToStaticMarkup(<Page page={page} />) : '';
  expect(markup).toContain('<noscript><img src="/s/token/open.gif?page=mark"');
  expect(markup.match(/open\.gif/g)).toHaveLength(1);
});

const markupOf = (content: SharedContent, of: GuestPage['brand'] = brand) =>
  renderToStaticMarkup(<Page page={{ brand: of, kind: 'shared', content, sharing }} />);

test('portrait pictures, and very wide ones, get frames that fit a screen', () => {
  const framesOf = (ratio: number) => {
    const shot = { ...dated, ratio };
    const pair = { name: 'Gate', older: shot, newer: shot, matrix: null };
    const [project] = contents;
    if (project?.kind !== 'project') throw new Error('The first content is no project');
    const markup = markupOf({
      ...project,
      pair,
      moments: [
        { ...moment, picture: shot },
        { ...moment, picture: shot },
      ],
    });
    return [...markup.matchAll(/--ratio:([\d.]+)/g)].map(([, found]) => Number(found));
  };
  expect(framesOf(0.4)).toEqual([0.6, 0.75]);
  expect(framesOf(1.5)).toEqual([1.5, 1.5]);
  expect(framesOf(4)).toEqual([2, 2]);
});

test('a company’s logo and colour stand on its pages, and without them its name alone', () => {
  const [project] = contents;
  if (!project) throw new Error('There is no content');
  const shades = shadesOf('#ffd400');
  const own = markupOf(project, { name: 'Skyline', logo: '/brand/logo/1', colour: '#ffd400' });
  expect(own).toContain('<img class="logo" src="/brand/logo/1" alt=""/>');
  expect(own).toContain(`--accent:${shades.light.ground}`);
  expect(own).toContain(`--accent:${shades.dark.ground}`);
  const plain = markupOf(project, { name: 'Skyline', logo: null, colour: null });
  expect(plain).toContain('Skyline</span>');
  expect(plain).not.toContain('class="logo"');
  expect(plain).not.toContain(shades.light.ground);
});
