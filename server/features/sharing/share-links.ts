// The calls of share links: what somebody may see without a login (behaviour §16).
import { type RawBuilder, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import type { Person } from '#contract/policy.ts';
import { maxWrongPins } from '#contract/sharing/share-links.ts';
import { countRows } from '#server/db/count-rows.ts';
import { liveLink } from '#server/db/share-links.ts';
import type { RunTransaction, WriteContext } from '#server/db/transaction.ts';
import { paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { Handlers, RequestContext } from '#server/http/calls/register-routes.ts';
import { conflict } from '#server/lib/problem.ts';
import { requireProject } from '#server/visibility/project-access.ts';
import { insertLink } from './share-links/create.ts';
import { recordLink } from './share-links/record-acts.ts';
import { loadLink, manageableLinks, readLinks } from './share-links/rows.ts';
import { createPinSealer, makeToken } from './share-links/secrets.ts';

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
