// What is new to a client since they were here, and what moves that moment: a released visit on their screen (behaviour §24).
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { notFound } from '#server/lib/problem.ts';
import { loadNewestVisit } from './news/newest-visit.ts';
import { loadNews, recordLook } from './news/seen.ts';
import { loadSession } from './session-row.ts';

/** Kept for nobody: a stay ends with time alone, and a look, which touches no topic, may begin one. */
const uncached = 0;

export const news: Handlers<typeof api.news> = {
  async news({ actor, db, cacheFor }) {
    cacheFor(uncached);
    return { projects: await loadNews(db, actor) };
  },

  async newestVisit({ actor, db, cacheFor }) {
    cacheFor(uncached);
    const found = await loadNewestVisit(db, actor);
    return { session: found && (await loadSession(db, actor, found.id)), before: found?.before ?? null };
  },

  markSeen: ({ actor, params, write }) =>
    write(async (context) => {
      const session = await loadSession(context.tx, actor, params.id);
      if (!session) throw notFound('Session');
      await recordLook(context, actor, session.projectId);
      return ok;
    }),
};
