// The calls of sessions.
import type { api } from '#contract/api.ts';
import { fieldOfKind, mediaKinds } from '#contract/media.ts';
import { can } from '#contract/policy.ts';
import { ok } from '#contract/schemas/fields.ts';
import type { Handlers, RequestContext } from '#server/http/register-routes.ts';
import { conflict, forbidden, invalid, notFound } from '#server/lib/problem.ts';
import { hasContent } from './sessions/content-fields.ts';
import { createSession } from './sessions/create.ts';
import { editSession } from './sessions/edit.ts';
import { listSessions } from './sessions/list.ts';
import { lockSession } from './sessions/lock-session.ts';
import type { ListedFiles, ListFiles } from './sessions/pin-files.ts';
import { listRecords } from './sessions/records.ts';
import { loadSession } from './sessions/session-row.ts';
import { approve, complete, reject, releaseAdded, remove, resubmit } from './sessions/transitions.ts';

const nothingListed: ListedFiles = new Map();

/** PATCH with a status is a review and nothing else (behaviour §2.2). */
async function review(
  { actor, params: { id }, body, write }: RequestContext<typeof api.sessions.editSession>,
  listFiles: ListFiles,
) {
  if (hasContent(body)) throw invalid('status', 'Send a review and an edit one after the other, not in one request');
  const approves = body.status === 'approved' && can.reviewSessions(actor);
  const listed = approves ? await listFiles(id) : nothingListed;
  return write(async (context) => {
    const input = { ...body, id };
    if (body.status === 'approved') return approve(context, actor, { ...input, listed });
    if (body.status === 'rejected') return reject(context, actor, input);
    if (body.status === 'completed') return complete(context, actor, input);
    const { status } = await lockSession(context, actor, id);
    if (!can.reviewSessions(actor)) throw forbidden();
    throw conflict(`Session ${id} is ${status}: it waits for review only when its photographer submits it`);
  });
}

/** Only an admin's edit may release something. */
async function edit(ctx: RequestContext<typeof api.sessions.editSession>, listFiles: ListFiles) {
  if (ctx.body.status !== undefined) return review(ctx, listFiles);
  const { actor, params, body, write } = ctx;
  const links = mediaKinds.map((kind) => body[fieldOfKind[kind]]).filter((link) => link != null);
  const listed = can.reviewSessions(actor) && links.length > 0 ? await listFiles(params.id, links) : nothingListed;
  return write((context) => editSession(context, actor, { id: params.id, body, listed }));
}

/** What lies behind links is listed before a transaction begins: it would hold up others. */
export function sessions(listFiles: ListFiles): Handlers<typeof api.sessions> {
  return {
    sessions: (ctx) => listSessions(ctx, ctx.query),

    async getSession({ actor, db, params }) {
      const session = await loadSession(db, actor, params.id);
      if (!session) throw notFound('Session');
      return session;
    },

    createSession: ({ actor, body, write }) => write((context) => createSession(context, actor, body)),

    editSession: (ctx) => edit(ctx, listFiles),

    async approveSession({ actor, params: { id }, body, write }) {
      const listed = await listFiles(id);
      return write((context) => approve(context, actor, { ...body, id, listed }));
    },

    rejectSession: ({ actor, params, body, write }) =>
      write((context) => reject(context, actor, { ...body, id: params.id })),

    resubmitSession: ({ actor, params, write }) => write((context) => resubmit(context, actor, params.id)),

    async releaseAddedMedia({ actor, params: { id }, body, write }) {
      const listed = await listFiles(id);
      return write((context) => releaseAdded(context, actor, { ...body, id, listed }));
    },

    removeSession: ({ actor, params, write }) =>
      write(async (context) => {
        await remove(context, actor, params.id);
        return ok;
      }),

    sessionRecords: ({ actor, db, params, query }) => listRecords(db, actor, { id: params.id, ...query }),
  };
}
