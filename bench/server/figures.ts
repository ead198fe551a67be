// Which requests are measured, as whom, and what share of the database's rate has to be reached.
import { type Actor, actors, words } from '#bench/lib/company.ts';

export type Asked = { what: string; status: number; headers?: Record<string, string>; body?: unknown };
export type Figure = {
  name: string;
  actor: Actor;
  /** Another address each time makes every response a new one; the same address is answered from the cache while nothing changes. */
  ways: ('rebuilt' | 'ready')[];
  asked: Asked;
  targets: { ratio?: number; exponent?: number };
};

const get = (what: string): Asked => ({ what: `GET ${what}`, status: 200 });

function readingsOf(actor: Actor): Figure[] {
  // Rebuilding many responses leaves garbage to collect, which the cached ones must not pay for: they come first.
  const both: Figure['ways'] = ['ready', 'rebuilt'];
  return [
    {
      name: 'page of 50',
      actor,
      ways: both,
      asked: get('/api/sessions?limit=50'),
      targets: { ratio: 0.25, exponent: 0.1 },
    },
    { name: 'figures', actor, ways: both, asked: get('/api/dashboard/stats?'), targets: { ratio: 0.5, exponent: 0.1 } },
    {
      name: 'search, common word',
      actor,
      ways: ['rebuilt'],
      asked: get(`/api/sessions?limit=50&q=${words.common}`),
      targets: { exponent: 0.1 },
    },
    {
      name: 'search, rare word',
      actor,
      ways: ['rebuilt'],
      asked: get(`/api/sessions?limit=50&q=${words.rare}`),
      targets: { exponent: 0.1 },
    },
  ];
}

const newSession: Asked = {
  what: 'POST /api/sessions',
  status: 201,
  body: {
    projectId: 1,
    siteId: 1,
    captureDate: new Date().toISOString().slice(0, 10),
    phase: 'framing',
    notes: 'Slab of the third floor was poured, still curing. Formwork carpenters asked for the drawings.',
    droneImagesUrl: 'https://drive.google.com/drive/folders/1aB2cD3eF4gH5iJ6kL7mN8oP9qR',
    videoUrl: 'https://www.youtube.com/watch?v=ysz5S6PUM-U',
  },
};

/** Last, because they change the sizes. */
const creations: Figure[] = (['photographer', 'admin'] as const).map((actor) => ({
  name: 'create',
  actor,
  ways: ['rebuilt'],
  asked: newSession,
  targets: { ratio: 0.4, exponent: 0.1 },
}));

export const figures: Figure[] = [...actors.flatMap(readingsOf), ...creations];
