// The calls of share links: what somebody may see without a login (behaviour §16).
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import { can, type Person } from '#contract/policy.ts';
import { maxWrongPins, type ShareLink } from '#contract/sharing/endpoints.ts';
import { countRows } from '#server/db/count-rows.ts';
import type { Tables } from '#server/db/schema.ts';
import { canSharerShare, isSubjectThere, liveLink } from '#server/db/share-links.ts';
import type { RunTransaction, WriteContext } from '#server/db/transaction.ts';
import { lastName } from '#server/db/user-names.ts';
import { paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { Handlers, RequestContext } from '#server/http/calls/register-routes.ts';
import { conflict, notFound } from '#server/lib/problem.ts';
import { requireProject } from '#server/visibility/lock-session.ts';
import { insertLink } from './share-links/create.ts';
import { recordLink } from './share-links/record-acts.ts';
import { createPinSealer, makeToken } from './share-links/secrets.ts';

// Reads share links as their sharers and admins see them.

/** The live sample is nobody's link. */
function manageableLinks(actor: Person): RawBuilder<unknown> {
  const isOwn = can.endAllLinks(actor) ? sql`true` : sql`l.shared_by = ${actor.id}`;
  return sql`(l.shared_by is not null and ${isOwn})`;
}

/** As the audit log keeps them: the first of each day. */
const openedOn = sql`array(select to_char(a.at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from audit_log a
  where a.subject_kind = 'shareLink' and a.subject_id = l.id and a.act = 'shareLinkOpened' order by a.id desc limit 30)`;

const dayOf = (column: string) =>
  sql`(select s.released_capture_date::text from sessions s where s.id = ${sql.ref(`l.${column}`)})`;

async function readLinks(
  db: Kysely<Tables>,
  actor: Person,
  { where, limit }: { where: RawBuilder<unknown>; limit: number },
): Promise<ShareLink[]> {
  const found = await sql<ShareLink>`
    select l.id, l.scope, l.project_id as "projectId", l.session_id as "sessionId", l.other_session_id as "otherSessionId",
      l.viewpoint_id as "viewpointId",
      case l.scope when 'session' then ${dayOf('session_id')}
        when 'comparison' then concat_ws(' ', ${dayOf('session_id')}, ${dayOf('other_session_id')})
        when 'report' then coalesce(${dayOf('session_id')}, concat_ws(' ', l.report->>'from', l.report->>'to'))
        when 'viewpoint' then (select v.name from viewpoints v where v.id = l.viewpoint_id) end as subject,
      l.recipient, l.pin_seal is not null as "hasPin", l.downloads, l.players, l.embed_sites as "embedSites", l.questions,
      case when l.wrong_pins >= ${sql.lit(maxWrongPins)} then 'too_many_pins' when l.ended_at is not null and l.ended_by is null then 'not_allowed'
        when l.ended_at is not null then 'ended'
        when l.expires_at <= now() then 'expired' when not ${canSharerShare('l')} then 'not_allowed'
        when not ${isSubjectThere('l')} then 'gone' else 'live' end as state,
      l.expires_at as "expiresAt", l.created_at as "createdAt", l.opens, l.first_opened_at as "firstOpenedAt", l.last_opened_at as "lastOpenedAt",
      ${openedOn} as "openedOn",
      json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', ${lastName('u')}) as "sharedBy"
    from share_links l join users u on u.id = l.shared_by
    where ${where} and ${manageableLinks(actor)}
    order by l.id desc limit ${sql.lit(limit)}`.execute(db);
  return found.rows;
}

/** 404 for one that this person does not see. */
async function loadLink(db: Kysely<Tables>, actor: Person, id: number): Promise<ShareLink> {
  const [link] = await readLinks(db, actor, { where: sql`l.id = ${id}`, limit: 1 });
  if (!link) throw notFound('Share link');
  return link;
}

type Dependencies = { secret: string; publicUrl: string | null; runWrite: RunTransaction };
type Issued = { id: number; tokenHash: string };

/** The open pages of whoever shared it, and of the admins. */
function announce({ events }: WriteContext, link: { projectId: number; sharedBy: number }): void {
  events.invalidateFor({ admins: true, users: [link.sharedBy], projects: [link.projectId] });
}

/** A new address for a link that holds. The count of wrong PINs goes on. */
async function issueAnew(context: WriteContext, actor: Person, { id, tokenHash }: Issued): Promise<Issued> {
  const link = await loadLink(context.tx, actor, id);
  const { numUpdatedRows } = await context.tx
    .updateTable('share_links')
    .set({ token_hash: tokenHash })
    .where(sql<boolean>`id = ${id} and ${liveLink('share_links')} and wrong_pins < ${sql.lit(maxWrongPins)}`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw conflict('This link has ended. Make a new one instead.');
  await recordLink(context, { id, act: 'shareLinkRenewed', by: actor.id });
  announce(context, { projectId: link.projectId, sharedBy: link.sharedBy.id });
  return { id, tokenHash };
}

/** Answers who shared those that were not ended yet. */
async function endLinks(context: WriteContext, actor: Person, which: RawBuilder<unknown>): Promise<number[]> {
  const ended = await sql<{
    id: number;
    sharedBy: number;
  }>`update share_links set ended_at = now(), ended_by = ${actor.id}
    where ${which} and shared_by is not null and ended_at is null returning id, shared_by as "sharedBy"`.execute(
    context.tx,
  );
  for (const { id } of ended.rows) await recordLink(context, { id, act: 'shareLinkEnded', by: actor.id });
  return ended.rows.map(({ sharedBy }) => sharedBy);
}

/** Ends links whose sharer may no longer share: they stay ended, even if that right returns. Until it has run, they show nothing anyway. */
export async function endUnshared(db: Kysely<Tables>, runWrite: RunTransaction): Promise<void> {
  const unshared = sql`ended_at is null and not ${canSharerShare('share_links')}`;
  const found = await sql`select 1 from share_links where ${unshared} limit 1`.execute(db);
  if (found.rows.length === 0) return;
  await runWrite({ topics: ['shareLinks'] }, async (context) => {
    const ended = await sql<{ id: number; sharedBy: number | null; projectId: number }>`
      update share_links set ended_at = now() where ${unshared}
      returning id, shared_by as "sharedBy", project_id as "projectId"`.execute(context.tx);
    for (const { id, sharedBy, projectId } of ended.rows) {
      await recordLink(context, { id, act: 'shareLinkEnded', by: null });
      context.events.invalidateFor({ admins: true, users: sharedBy === null ? [] : [sharedBy], projects: [projectId] });
    }
  });
}

type Context = Pick<RequestContext<typeof api.shareLinks.renewShareLink>, 'db' | 'actor' | 'write'>;
type Issue = (context: WriteContext, tokenHash: string) => Promise<Issued>;

export function shareLinks({ secret, publicUrl, runWrite }: Dependencies): Handlers<typeof api.shareLinks> {
  const sealer = createPinSealer(secret);

  /**
   * What is kept for a repeated request is no token: one whose first answer was lost gets an address of its own, and the lost one ends
   * with that.
   */
  async function answer(ctx: Context, issue: Issue) {
    const { db, actor } = ctx;
    const { token, hash } = makeToken();
    const issued = await ctx.write((context) => issue(context, hash));
    const again = (context: WriteContext) => issueAnew(context, actor, { id: issued.id, tokenHash: hash });
    if (issued.tokenHash !== hash) await runWrite({ topics: ['shareLinks'], actor }, again);
    const path = `/s/${token}`;
    return { link: await loadLink(db, actor, issued.id), path, url: publicUrl === null ? null : publicUrl + path };
  }

  return {
    async shareLinks({ actor, db, params, query }) {
      await requireProject(db, actor, params.id);
      const cursor = parseCursor(query.cursor, 'id', 'text');
      const ofProject = sql`l.project_id = ${params.id}`;
      const after = cursor ? sql`and l.id < ${cursor.id}` : sql``;
      const rows = await readLinks(db, actor, { where: sql`${ofProject} ${after}`, limit: query.limit + 1 });
      const page = paginate(rows, query.limit, ({ id }) => ({ by: 'id', at: '', id }));
      if (cursor) return page;
      return {
        ...page,
        total: await countRows(db, sql`share_links l where ${ofProject} and ${manageableLinks(actor)}`),
      };
    },

    createShareLink: (ctx) =>
      answer(ctx, async (context, tokenHash) => {
        const { actor, params, body } = ctx;
        const id = await insertLink(context, { actor, projectId: params.id, wanted: body, tokenHash, sealer });
        await recordLink(context, { id, act: 'shareLinkCreated', by: actor.id });
        announce(context, { projectId: params.id, sharedBy: actor.id });
        return { id, tokenHash };
      }),

    renewShareLink: (ctx) =>
      answer(ctx, (context, tokenHash) => issueAnew(context, ctx.actor, { id: ctx.params.id, tokenHash })),

    endShareLink: ({ actor, params, write }) =>
      write(async (context) => {
        const link = await loadLink(context.tx, actor, params.id);
        await endLinks(context, actor, sql`id = ${link.id}`);
        announce(context, { projectId: link.projectId, sharedBy: link.sharedBy.id });
        return ok;
      }),

    endAllShareLinks: ({ actor, params, write }) =>
      write(async (context) => {
        await requireProject(context.tx, actor, params.id);
        const ended = await endLinks(context, actor, sql`project_id = ${params.id}`);
        for (const sharedBy of new Set(ended)) announce(context, { projectId: params.id, sharedBy });
        return { ended: ended.length };
      }),
  };
}
