// Marks a stage: claimed, seen, confirmed or refused, acknowledged, and each of these taken back (behaviour §31.2).
import { type Kysely, sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import { can, type Person } from '#contract/policy.ts';
import type { MarkGiver, MarkKind, StageWithMarks } from '#contract/stages/endpoints.ts';
import type { NewMark } from '#contract/stages/routes.ts';
import { standingOf, whyNot } from '#contract/stages/standing.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { type LinkDependencies, listFilesForReply, loadSessionLink } from '#server/features/media/session-link.ts';
import { conflict, forbidden, invalid, notFound, stale } from '#server/lib/problem.ts';
import { wellFormed } from '#server/lib/well-formed.ts';
import type { MediaSource } from '#server/media/sources/source.ts';
import { isVisible, projectRelation, sessionView, visibleSessions } from '#server/visibility.ts';
import { loadStage, readMarkFacts, type StoredCriterion, type StoredFacts } from './queries.ts';
import { type LockedStage, lockStageRow, recordMark, requireInList } from './record-mark.ts';

type Body = z.infer<typeof NewMark>;
type Ticked = NonNullable<Body['criteria']>[number];
type Dependencies = Pick<LinkDependencies, 'hosts'> & { source: MediaSource };
type Picture = StoredCriterion['pictures'][number];

const keyOf = ({ sessionId, mediaKind, item }: Ticked['pictures'][number]) => `${sessionId} ${mediaKind} ${item}`;

/** The pictures that a mark names, as they were released: found before a transaction begins, which listing a folder would hold up. */
export async function findPictures(
  deps: Dependencies & Pick<LinkDependencies, 'db'>,
  actor: Person,
  criteria: Body['criteria'],
): Promise<Map<string, Picture>> {
  const named = (criteria ?? []).flatMap(({ pictures }) => pictures);
  const tabs = new Map(
    named.map(({ sessionId, mediaKind }) => [`${sessionId} ${mediaKind}`, { id: sessionId, kind: mediaKind }]),
  );
  const found = new Map<string, Picture>();
  for (const { id, kind } of tabs.values()) {
    const linked = await loadSessionLink(deps, actor, { id, kind, asReleased: true });
    const files = await listFilesForReply(deps.source, linked, 'Picture');
    const { text: link } = linked;
    if (link === null) continue;
    for (const file of files) {
      if (file.kind !== 'image' || linked.takenBack.has(file.id)) continue;
      const picture = {
        sessionId: id,
        mediaKind: kind,
        link,
        file: file.id,
        version: file.version,
        name: wellFormed(file.name.slice(0, 300)),
      };
      found.set(keyOf({ sessionId: id, mediaKind: kind, item: file.id }), picture);
    }
  }
  const missing = named.find((picture) => !found.has(keyOf(picture)));
  if (missing) throw notFound('Released picture');
  return found;
}

const mayNot: Record<MarkKind, string> = {
  claimed: 'Only photographers of this project and admins can claim stages',
  seen: 'Only admins can mark a stage as seen',
  confirmed: 'Only admins and checkers of this project can confirm stages',
  acknowledged: 'Only the client of this project and its contributors and project admins can acknowledge stages',
};

/** Before a folder is listed for somebody: 404 for a stage that they do not see, 403 where they give no such mark. */
export async function requireGiver(
  db: Kysely<Tables>,
  actor: Person,
  { id, kind, act }: { id: number } & Pick<Body, 'kind' | 'act'>,
): Promise<void> {
  if (!(await isVisible(db, actor, { kind: 'stage', id }))) throw notFound('Stage');
  if (act === 'taken_back') return;
  const found = await sql<{ projectId: number }>`select sl.project_id as "projectId"
    from stages st join stage_lists sl on sl.id = st.list_id where st.id = ${id}`.execute(db);
  const relation = await projectRelation(db, actor.id, found.rows[0]?.projectId ?? 0);
  if (can.markStageAs(actor, kind, relation) === null) throw forbidden(mayNot[kind]);
}

/** 404 for one that this person does not see. */
async function lockStage(tx: Transaction<Tables>, actor: Person, id: number): Promise<LockedStage> {
  if (!(await isVisible(tx, actor, { kind: 'stage', id }))) throw notFound('Stage');
  return lockStageRow(tx, id);
}

/** The visit that a claim or a look names: of the stage's place, and for a look released. Locked, so that it is not removed meanwhile. */
async function checkSession(
  tx: Transaction<Tables>,
  actor: Person,
  { stage, kind, sessionId }: { stage: LockedStage; kind: MarkKind; sessionId: number | null },
): Promise<void> {
  if (sessionId === null) {
    if (kind === 'claimed' || kind === 'seen') throw invalid('sessionId', 'Choose the session that shows it');
    return;
  }
  await sql`select 1 from sessions where id = ${sessionId} for share`.execute(tx);
  const found = await sql<{ siteId: number | null; released: boolean }>`
    select s.site_id as "siteId", s.released from ${sql.table(sessionView(actor))} s
    where s.id = ${sessionId} and s.project_id = ${stage.projectId} and ${visibleSessions(actor)}`.execute(tx);
  const [session] = found.rows;
  if (!session) throw invalid('sessionId', 'The project has no such session');
  if (stage.siteId !== null && session.siteId !== stage.siteId)
    throw invalid('sessionId', 'This session belongs to another site than the stage');
  if (kind !== 'claimed' && !session.released) throw conflict('This session is not released: only the crew sees it');
}

/** Whoever sends criteria names those of the stage, in the words that they have now. */
function isOutdated(stage: LockedStage, { criteria = [] }: Body): boolean {
  const present = new Map(stage.criteria.map(({ id, text }) => [id, text]));
  return criteria.some(({ id, text }) => !present.has(id) || (text !== undefined && text !== present.get(id)));
}

/** Who sees or confirms it ticks every criterion; the mark keeps them as they stand now. */
function tickedCriteria(stage: LockedStage, body: Body, pictures: ReadonlyMap<string, Picture>): StoredCriterion[] {
  const given = new Map((body.criteria ?? []).map((one) => [one.id, one]));
  const kept = stage.criteria.map(({ id, text }) => {
    const named = given.get(id)?.pictures ?? [];
    const shown = named.flatMap((picture) => pictures.get(keyOf(picture)) ?? []);
    return { text, ticked: given.get(id)?.ticked ?? false, pictures: shown };
  });
  const mustTick = body.act === 'given' && (body.kind === 'seen' || body.kind === 'confirmed');
  const open = mustTick ? kept.findIndex(({ ticked }) => !ticked) : -1;
  if (open >= 0) throw invalid(`criteria.${open}.ticked`, `Not ticked: ${kept[open]?.text}`);
  const mustShow = body.kind === 'seen' && body.act === 'given' && kept.length > 0;
  if (mustShow && !kept.some((criterion) => criterion.pictures.length > 0))
    throw invalid('criteria.0.pictures', 'Choose at least one picture that shows it');
  return kept;
}

/** As what the actor acts here; 403 where they may not. Whoever gave a mark may take it back, whatever they are today. */
async function giverOf(
  tx: Transaction<Tables>,
  actor: Person,
  { stage, body, marks }: { stage: LockedStage; body: Body; marks: readonly StoredFacts[] },
): Promise<MarkGiver> {
  const as = can.markStageAs(actor, body.kind, await projectRelation(tx, actor.id, stage.projectId));
  if (body.act !== 'taken_back') {
    if (as === null) throw forbidden(mayNot[body.kind]);
    return as;
  }
  const standing = standingOf(marks);
  const mark =
    body.kind === 'acknowledged' ? standing.acknowledged.find(({ byId }) => byId === actor.id) : standing[body.kind];
  if (!mark) throw conflict('There is no such mark to take back');
  if (!can.takeBackMark(actor, mark))
    throw forbidden('Only the person who gave this mark, or an admin, can take it back');
  return as ?? mark.as;
}

function checkNote({ act, note }: Body): void {
  if (act !== 'given' && !note) throw invalid('note', 'Say why');
}

export async function markStage(
  context: WriteContext,
  actor: Person,
  { id, body, pictures }: { id: number; body: Body; pictures: ReadonlyMap<string, Picture> },
): Promise<StageWithMarks> {
  const { tx } = context;
  const stage = await lockStage(tx, actor, id);
  const marks = await readMarkFacts(tx, id);
  const as = await giverOf(tx, actor, { stage, body, marks });
  if ((body.lastMark !== undefined && body.lastMark !== stage.lastMark) || isOutdated(stage, body))
    throw stale('stage', await loadStage(tx, actor, id));
  requireInList(stage);
  checkNote(body);
  const isCheck = as === 'checker' && body.kind === 'confirmed' && body.act === 'given';
  if (body.onSite && !isCheck) throw invalid('onSite', 'Only a checker can confirm after a visit of their own');
  const reason = whyNot(standingOf(marks), {
    kind: body.kind,
    act: body.act,
    as,
    by: `person ${actor.id}`,
    onSite: body.onSite,
  });
  if (reason !== null) throw conflict(reason);
  if (body.act === 'given')
    await checkSession(tx, actor, { stage, kind: body.kind, sessionId: body.sessionId ?? null });
  const criteria = body.act === 'taken_back' ? [] : tickedCriteria(stage, body, pictures);
  await recordMark(context, { by: { id: actor.id }, as, stage, body, criteria, before: standingOf(marks) });
  return loadStage(tx, actor, id);
}
