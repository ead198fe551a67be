// The calls of sessions.
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import { fieldOfKind, mediaKinds } from '#contract/media/endpoints.ts';
import { can } from '#contract/policy.ts';
import type { ReadDefaults } from '#server/db/settings/company-settings.ts';
import type { LinkedFiles, ListLinkedFiles } from '#server/features/media/linked-files.ts';
import type { Handlers, RequestContext } from '#server/http/calls/register-routes.ts';
import { conflict, forbidden, invalid, notFound } from '#server/lib/problem.ts';
import { namesRelativeDays } from '#server/lib/search-dates.ts';
import { lockSession } from '#server/visibility/lock-session.ts';
import { createSession } from './create.ts';
import { editSession, leaveOutMissingFiles } from './edit.ts';
import { listSessions } from './list/list.ts';
import type { ListedFiles, ListFiles } from './pin-files.ts';
import { listRecords } from './records.ts';
import { reject, resubmit } from './send-back.ts';
import { hasContent, loadSession } from './session-row.ts';
import { approve, complete, releaseAdded, remove } from './transitions.ts';

/** 'Today' is another day soon. */
const relativeMilliseconds = 60_000;

type Listing = { listFiles: ListFiles; listLinked: ListLinkedFiles; defaults: ReadDefaults };

const nothingListed: ListedFiles = new Map();
const nothingLinked: LinkedFiles = new Map();

/** PATCH with a status is a review and nothing else (behaviour §2.2). */
async function review(
  { actor, params: { id }, body, write }: RequestContext<typeof api.sessions.editSession>,
  { listFiles, listLinked }: Listing,
) {
  if (hasContent(body)) throw invalid('status', 'Send a review and an edit one after the other, not in one request');
  const decides = (status: typeof body.status) => body.status === status && can.reviewSessions(actor);
  const listed = decides('approved') ? await listFiles(id) : nothingListed;
  const linked = decides('rejected') ? await listLinked(id) : nothingLinked;
  return write(async (context) => {
    const input = { ...body, id };
    if (body.status === 'approved') return approve(context, actor, { ...input, listed });
    if (body.status === 'rejected') return reject(context, actor, { ...input, linked });
    if (body.status === 'completed') return complete(context, actor, input);
    const { status } = await lockSession(context, actor, id);
    if (!can.reviewSessions(actor)) throw forbidden();
    throw conflict(`Session ${id} is ${status}: it waits for review only when its photographer submits it`);
  });
}

/** Only an admin's edit may release something. */
async function edit(ctx: RequestContext<typeof api.sessions.editSession>, listing: Listing) {
  if (ctx.body.status !== undefined) return review(ctx, listing);
  const { actor, params, body, write } = ctx;
  const { defaults } = listing;
  const links = mediaKinds.map((kind) => body[fieldOfKind[kind]]).filter((link) => link != null);
  const listed =
    can.reviewSessions(actor) && links.length > 0 ? await listing.listFiles(params.id, links) : nothingListed;
  return write((context) => editSession(context, actor, { id: params.id, body, listed, defaults }));
}

/** What lies behind links is listed before a transaction begins: it would hold up others. */
export function sessions(listing: Listing): Handlers<typeof api.sessions> {
  const { listFiles, listLinked, defaults } = listing;
  return {
    async sessions(ctx) {
      if (namesRelativeDays(ctx.query.q ?? '')) ctx.cacheFor(relativeMilliseconds);
      return listSessions(ctx, ctx.query);
    },

    async getSession({ actor, db, params }) {
      const session = await loadSession(db, actor, params.id);
      if (!session) throw notFound('Session');
      return session;
    },

    createSession: ({ actor, body, write }) => write((context) => createSession(context, actor, { body, defaults })),

    editSession: (ctx) => edit(ctx, listing),

    async approveSession({ actor, params: { id }, body, write }) {
      const listed = await listFiles(id);
      return write((context) => approve(context, actor, { ...body, id, listed }));
    },

    async rejectSession({ actor, params: { id }, body, write }) {
      const linked = await listLinked(id);
      return write((context) => reject(context, actor, { ...body, id, linked }));
    },

    async resubmitSession({ actor, params: { id }, body, write }) {
      const linked = body.answers ? await listLinked(id) : nothingLinked;
      return write((context) => resubmit(context, actor, { ...body, id, linked }));
    },

    async releaseAddedMedia({ actor, params: { id }, body, write }) {
      const listed = await listFiles(id);
      return write((context) => releaseAdded(context, actor, { ...body, id, listed }));
    },

    leaveOutMissingFiles: ({ actor, params, write }) =>
      write((context) => leaveOutMissingFiles(context, actor, params.id)),

    removeSession: ({ actor, params, write }) =>
      write(async (context) => {
        await remove(context, actor, params.id);
        return ok;
      }),

    sessionRecords: ({ actor, db, params, query }) => listRecords(db, actor, { id: params.id, ...query }),
  };
}
