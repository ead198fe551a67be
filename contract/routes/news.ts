// The routes of what is new to a client since they were here.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { ById, Ok } from '#contract/schemas/fields.ts';
import { NewestVisit, News } from '#contract/schemas/news.ts';

export const newsRoutes = {
  news: {
    reply: News,
    access: can.followNews,
    summary: 'How many visits were released in each project since the asker was here.',
  },
  newestVisit: {
    reply: NewestVisit,
    access: can.followNews,
    summary: 'The newest released visit, and the one before it at the same site.',
  },
  markSeen: {
    params: ById,
    reply: Ok,
    access: can.followNews,
    row: 'session',
    summary: 'Says that a released visit was on the asker’s screen.',
  },
} satisfies RouteDefinitions;
