// Which pages are measured as first visits, on which connections, and their limits.
import { cookieOfChoice } from '#contract/pages/device-choices.ts';
import { demoPassword } from '#server/db/demo/cast.ts';
import type { Product } from '#server/test-support/processes/product-process.ts';
import { releasePhotos } from './photo-folder.ts';

type Actor = 'admin' | 'photographer' | 'client';
/**
 * LCP in seconds, blocking in milliseconds, script in KiB as sent, requests that began before the first row was painted; performance if it
 * differs from that of all pages; everything received in kB.
 */
export type Goals = Partial<Record<'performance' | 'lcp' | 'blocking' | 'script' | 'requests' | 'total', number>>;
export type FirstPage = {
  name: string;
  path: string;
  as: Actor | null;
  /** What people came for: the first of these to be painted. */
  row: string;
  goals: Goals;
  /** Measured on the slow connection too. */
  slow?: boolean;
  /** Measured on a device that saves data, and on the slow connection alone. */
  saves?: boolean;
  /** Not available offline: the offline pages are own sessions, projects and items in lists of them. */
  needsLine?: boolean;
};
export type Line = { name: string; rtt: number; kbps: number; slow: boolean };

/** Lighthouse's own phone and connection; and the edge of a town, where a building site is. The processor is four times as slow on both. */
export const lines: readonly Line[] = [
  { name: 'slow 4G', rtt: 150, kbps: 1.6 * 1024, slow: false },
  { name: '700 kbit/s', rtt: 300, kbps: 700, slow: true },
];
export const slowdown = 4;

/** For all pages on Lighthouse's connection. */
export const commonGoals = {
  performance: 98,
  accessibility: 100,
  'best-practices': 100,
  cls: 0,
  blocking: 60,
  early: 12,
};
/** On the slow connection, in seconds. */
export const slowLcp = 2.2;

/** The demo's newest session that the client sees with a picture, and its project. */
async function shownSession(product: Product): Promise<{ id: number; projectId: number }> {
  const cookie = await product.login('client', demoPassword);
  const { status, body } = await product.ask('GET /api/sessions?limit=50', { cookie });
  type Row = { id: number; projectId: number; coverUrl: string | null };
  const found = (status === 200 ? (body as Row[]) : []).find(({ coverUrl }) => coverUrl !== null);
  if (!found) throw new Error(`The demo's client sees no session with a picture: ${status}`);
  return found;
}

/** The page of the first viewpoint that the demo's client sees. */
async function shownViewpoint(product: Product): Promise<string> {
  const cookie = await product.login('client', demoPassword);
  const projects = (await product.ask('GET /api/projects?limit=50', { cookie })).body as { id: number }[];
  for (const { id } of projects) {
    const { body } = await product.ask(`GET /api/projects/${id}/viewpoints?limit=50`, { cookie });
    const [first] = (body as { id: number; kind: string }[]).filter(({ kind }) => kind === 'photo');
    if (first) return `/projects/${id}/viewpoints/${first.id}`;
  }
  throw new Error("The demo's client sees no viewpoint");
}

/** A project as its client shares it, with everything that a link may allow. */
async function sharedProject(product: Product, projectId: number): Promise<string> {
  const cookie = await product.login('client', demoPassword);
  const body = { scope: 'project', recipient: 'The bank', downloads: true, questions: true };
  const made = await product.ask(`POST /api/projects/${projectId}/share-links`, { cookie, body });
  if (made.status !== 201) throw new Error(`The project could not be shared: ${made.status}`);
  return (made.body as { path: string }).path;
}

/** The limits of saved data (behaviour §10.11); a folder of 60 photos counts for its first screen. */
async function savingPages(product: Product, session: { id: number; projectId: number }): Promise<FirstPage[]> {
  const folder = await releasePhotos(product, session.projectId, 60);
  const row = '[data-photo="chosen"] img';
  const [admin, client] = [{ as: 'admin', saves: true } as const, { as: 'client', saves: true } as const];
  return [
    { name: 'sessions, saving data', path: '/sessions', ...admin, row: '[data-session]', goals: { lcp: 2 } },
    { name: 'session, saving data', path: `/sessions/${session.id}`, ...client, row, goals: { total: 400 } },
    { name: '60 photos, saving data', path: `/sessions/${folder}`, ...client, row, goals: { total: 300 } },
  ];
}

export async function firstPages(product: Product): Promise<FirstPage[]> {
  const { id, projectId } = await shownSession(product);
  const dashboard = { path: '/dashboard', goals: { lcp: 1.3, script: 90 }, row: 'main li a, main article' };
  return [
    { name: 'login', path: '/login', as: null, row: 'form', goals: { lcp: 0.9, script: 66 } },
    { name: 'landing', path: '/', as: null, row: 'h1', goals: {} },
    { name: 'dashboard, admin', as: 'admin', ...dashboard },
    { name: 'dashboard, photographer', as: 'photographer', ...dashboard },
    { name: 'dashboard, client', as: 'client', ...dashboard, slow: true },
    {
      name: 'sessions, admin',
      path: '/sessions',
      as: 'admin',
      row: '[data-session]',
      goals: { lcp: 1.3, script: 88, requests: 8 },
      slow: true,
    },
    {
      name: 'project, client',
      path: `/projects/${projectId}`,
      as: 'client',
      row: 'main .list-row',
      goals: { lcp: 1.3 },
    },
    {
      name: 'viewpoint, client',
      path: await shownViewpoint(product),
      as: 'client',
      row: 'main [role="slider"]',
      goals: { performance: 95 },
      needsLine: true,
    },
    { name: 'session, client', path: `/sessions/${id}`, as: 'client', row: 'main h1', goals: { lcp: 1.4 }, slow: true },
    {
      name: 'shared project',
      path: await sharedProject(product, projectId),
      as: null,
      row: '.opening img',
      goals: { script: 60 },
      slow: true,
      needsLine: true,
    },
    ...(await savingPages(product, { id, projectId })),
  ];
}

/** As in a request's header; '' for nobody. */
export async function cookieFor(product: Product, { as, saves }: FirstPage): Promise<string> {
  const login = as ? await product.login(as, demoPassword) : '';
  return saves ? `${login}; ${cookieOfChoice('data')}=saved` : login;
}

/** The same for a browser, for all pages of the product: with only an address it would include the path too. */
export function cookiesOf(header: string, address: string): { name: string; value: string; url: string }[] {
  const url = new URL('/', address).href;
  return header
    .split('; ')
    .filter(Boolean)
    .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url }));
}
