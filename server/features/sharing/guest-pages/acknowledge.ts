// A stage is acknowledged by whoever holds a link with a PIN, with the name that they type (behaviour §31.7).
import { sql, type Transaction } from 'kysely';
import { standingOf, whyNot } from '#contract/stages/standing.ts';
import type { Tables } from '#server/db/schema.ts';
import { liveLink } from '#server/db/share-links.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { readMarkFacts } from '#server/features/stages/queries.ts';
import { lockStageRow, recordMark, requireInList } from '#server/features/stages/record-mark.ts';
import { conflict, forbidden, notFound } from '#server/lib/problem.ts';
import type { OpenLink } from './link.ts';

/** Why this link acknowledges nothing; null where it may. */
function whyNotByLink({ scope, pinSeal }: OpenLink): string | null {
  if (scope !== 'project') return 'Stages can be acknowledged only on the page of a shared project.';
  return pinSeal === null
    ? 'This link has no PIN, so anyone may have opened it. Ask for one with a PIN to acknowledge a stage.'
    : null;
}

/** 404 for a stage of another project; of one without a site that is left. */
async function requireShared(tx: Transaction<Tables>, link: OpenLink, stageId: number): Promise<void> {
  const found =
    await sql`select 1 from stages st join stage_lists sl on sl.id = st.list_id left join sites si on si.id = sl.site_id
    where st.id = ${stageId} and sl.project_id = ${link.projectId} and si.removed_at is null`.execute(tx);
  if (found.rows.length === 0) throw notFound('Stage');
}

/** It cannot end while its mark is written. @throws 404 where it has ended, or got a new address, meanwhile. */
async function holdLink(tx: Transaction<Tables>, { id, tokenHash }: OpenLink): Promise<void> {
  const found = await sql`select 1 from share_links l
    where l.id = ${id} and l.token_hash = ${tokenHash} and ${liveLink('l')} for share of l`.execute(tx);
  if (found.rows.length === 0) throw notFound('Share link');
}

/** Sent twice it is one mark: the second finds the first. */
export function acknowledgeByLink(
  { runWrite, address }: { runWrite: RunTransaction; address: string },
  link: OpenLink,
  { stageId, name }: { stageId: number; name: string },
): Promise<void> {
  const refusal = whyNotByLink(link);
  if (refusal !== null) throw forbidden(refusal);
  return runWrite({ topics: ['stages', 'notifications'], address }, async (context) => {
    const { tx } = context;
    await requireShared(tx, link, stageId);
    const stage = await lockStageRow(tx, stageId);
    await holdLink(tx, link);
    const by = `link ${link.id}`;
    const marks = await readMarkFacts(tx, stageId);
    const before = standingOf(marks);
    if (before.acknowledged.some((mark) => mark.by === by)) return;
    requireInList(stage);
    if (marks.some((mark) => mark.by === by))
      throw conflict(
        'This link already acknowledged the stage once, before its confirmation was taken back. Ask for a new link.',
      );
    const body = { kind: 'acknowledged', act: 'given' } as const;
    const reason = whyNot(before, { ...body, as: 'guest', by, onSite: false });
    if (reason !== null) throw conflict(reason);
    const giver = { link: link.id, recipient: link.recipient, typed: name };
    await recordMark(context, { by: giver, as: 'guest', stage, body, criteria: [], before });
  });
}
