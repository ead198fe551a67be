// The calls of sessions.
import type { api } from '#contract/api.ts';
import { can } from '#contract/policy.ts';
import { ok } from '#contract/schemas/fields.ts';
import type { Handlers, RequestContext } from '#server/http/register-routes.ts';
import { conflict, forbidden, invalid, notFound } from '#server/lib/problem.ts';
import { hasContent } from './sessions/content-fields.ts';
import { createSession } from './sessions/create.ts';
import { editSession } from './sessions/edit.ts';
import { listSessions } from './sessions/list.ts';
import { lockSession } from './sessions/lock-session.ts';
import { listRecords } from './sessions/records.ts';
import { loadSession } from './sessions/session-row.ts';
import { approve, complete, reject, releaseAdded, remove, resubmit } from './sessions/transitions.ts';

/** PATCH with a status is a review and nothing else (behaviour §2.2). */
function review({ actor, params: { id }, body, write }: RequestContext<typeof api.sessions.editSession>) {
  if (hasContent(body)) throw invalid('status', 'Send a review and an edit one after the other, not in one request');
  return write(async (context) => {
    const input = { ...body, id };
    if (body.status === 'approved') return approve(context, actor, input);
    if (body.status === 'rejected') return reject(context, actor, input);
    if (body.status === 'completed') return complete(context, actor, input);
    const { status } = await lockSession(context, actor, id);
    if (!can.reviewSessions(actor)) throw forbidden();
    throw conflict(`Session ${id} is ${status}: it waits for review only when its photographer submits it`);
  });
}

export const sessions: Handlers<typeof api.sessions> = {
  sessions: (ctx) => listSessions(ctx, ctx.query),

  async getSession({ actor, db, params }) {
    const session = await loadSession(db, actor, params.id);
    if (!session) throw notFound('Session');
    return session;
  },

  createSession: ({ actor, body, write }) => write((context) => createSession(context, actor, body)),

  async editSession(ctx) {
    if (ctx.body.status !== undefined) return review(ctx);
    const { actor, params, body, write } = ctx;
    return write((context) => editSession(context, actor, { id: params.id, body }));
  },

  approveSession: ({ actor, params, body, write }) =>
    write((context) => approve(context, actor, { ...body, id: params.id })),

  rejectSession: ({ actor, params, body, write }) =>
    write((context) => reject(context, actor, { ...body, id: params.id })),

  resubmitSession: ({ actor, params, write }) => write((context) => resubmit(context, actor, params.id)),

  releaseAddedMedia: ({ actor, params, write }) => write((context) => releaseAdded(context, actor, params.id)),

  removeSession: ({ actor, params, write }) =>
    write(async (context) => {
      await remove(context, actor, params.id);
      return ok;
    }),

  sessionRecords: ({ actor, db, params, query }) => listRecords(db, actor, { id: params.id, ...query }),
};
