// Writes a mark that may be given, whoever gives it: what then stands, who is notified, and the audit log, in one transaction.
import { sql, type Transaction } from 'kysely';
import { type MarkAct, type MarkGiver, type MarkKind, markKindLabels, markKinds } from '#contract/stages/endpoints.ts';
import { type Standing, standingOf } from '#contract/stages/standing.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { fullName } from '#server/db/user-names.ts';
import { recordAct } from '#server/features/audit/handlers.ts';
import { notifyStageReturned, notifyStageWaits } from '#server/features/notifications/stage-notices.ts';
import { announce } from '#server/features/notifications/webhooks/announce.ts';
import { conflict, notFound } from '#server/lib/problem.ts';
import { announceStages } from './edit.ts';
import { readMarkFacts, type StoredCriterion, type StoredFacts } from './queries.ts';

export type LockedStage = {
  id: number;
  name: string;
  projectId: number;
  siteId: number | null;
  criteria: { id: number; text: string }[];
  isDropped: boolean;
  lastMark: number | null;
};

/** Marks of a stage are given one after the other. Who may see it is the caller's to know. */
export async function lockStageRow(tx: Transaction<Tables>, id: number): Promise<LockedStage> {
  const found =
    await sql<LockedStage>`select st.id, st.name, sl.project_id as "projectId", sl.site_id as "siteId", st.criteria,
      st.dropped_at is not null as "isDropped", st.last_mark_id as "lastMark"
    from stages st join stage_lists sl on sl.id = st.list_id where st.id = ${id} for update of st`.execute(tx);
  const [row] = found.rows;
  if (!row) throw notFound('Stage');
  return row;
}

export function requireInList({ isDropped }: LockedStage): void {
  if (isDropped) throw conflict('This stage was taken out of the list: it can no longer be marked');
}

/** A person; or somebody without a login, by the link through which they came, with the name that they typed. */
type Giver = { id: number } | { link: number; recipient: string; typed: string };

type Given = {
  kind: MarkKind;
  act: MarkAct;
  onSite?: boolean;
  note?: string | null | undefined;
  sessionId?: number | null | undefined;
};

type Mark = {
  by: Giver;
  as: MarkGiver;
  stage: LockedStage;
  body: Given;
  criteria: readonly StoredCriterion[];
  before: Standing<StoredFacts>;
};

async function insertMark(tx: Transaction<Tables>, { by, as, stage, body, criteria }: Mark): Promise<void> {
  const { kind, act, onSite = false, note = null, sessionId = null } = body;
  const given = sql`${stage.id}, ${kind}, ${act}, ${as}, ${sessionId}::integer, ${onSite}, ${note}, ${JSON.stringify(criteria)}::jsonb`;
  const columns = sql`stage_id, kind, act, given_as, session_id, on_site, note, criteria`;
  if ('id' in by)
    await sql`insert into stage_marks (${columns}, by_id, by_name)
      select ${given}, u.id, ${fullName('u')} from users u where u.id = ${by.id}`.execute(tx);
  else
    await sql`insert into stage_marks (${columns}, share_link_id, by_name)
      values (${given}, ${by.link}, ${by.typed})`.execute(tx);
}

/** What the marks come to is kept beside the stage, for lists. */
async function keepStanding(tx: Transaction<Tables>, stageId: number): Promise<Standing<StoredFacts>> {
  const marks = await readMarkFacts(tx, stageId);
  const standing = standingOf(marks);
  const { claimed, seen, confirmed, acknowledged, refused } = standing;
  await sql`update stages set claimed_id = ${claimed?.id ?? null}::integer, seen_id = ${seen?.id ?? null}::integer,
      confirmed_id = ${confirmed?.id ?? null}::integer, acknowledged_ids = ${acknowledged.map(({ id }) => id)}::integer[],
      refused_id = ${refused?.id ?? null}::integer, last_mark_id = ${marks.at(-1)?.id ?? null}::integer
    where id = ${stageId}`.execute(tx);
  return standing;
}

const all = ({ claimed, seen, confirmed, acknowledged }: Standing<StoredFacts>) =>
  [claimed, seen, confirmed, ...acknowledged].filter((mark) => mark !== null);

/** Whoever gives the next mark, and those whose marks no longer stand. */
async function notifyOthers(
  context: WriteContext,
  { by, stage, body, before }: Mark,
  after: Standing<StoredFacts>,
): Promise<void> {
  const person = 'id' in by ? by.id : null;
  if (body.act === 'given') {
    const next = markKinds[markKinds.indexOf(body.kind) + 1];
    if (next) await notifyStageWaits(context, { by: person, stage, next });
    return;
  }
  const stays = new Set(all(after).map(({ id }) => id));
  const to = all(before).flatMap(({ id, byId }) => (stays.has(id) || byId === null ? [] : [byId]));
  const how = body.act === 'refused' ? 'refused the claim' : `took back the mark '${markKindLabels[body.kind]}'`;
  await notifyStageReturned(context, { by: person, stage, how, reason: body.note ?? '', to: [...new Set(to)] });
}

const verbs = { given: '', refused: ' refused', taken_back: ' taken back' } as const;

/** The stage is locked, and the mark may be given now. */
export async function recordMark(context: WriteContext, mark: Mark): Promise<void> {
  const { by, as, stage, body } = mark;
  await insertMark(context.tx, mark);
  const after = await keepStanding(context.tx, stage.id);
  await announceStages(context, stage.projectId);
  await notifyOthers(context, mark, after);
  if (body.kind === 'confirmed' && body.act === 'given')
    await announce(context, 'stage.confirmed', { stageId: stage.id });
  const facts = {
    mark: `${markKindLabels[body.kind]}${verbs[body.act]}`,
    as,
    note: body.note ?? null,
    session: body.sessionId ?? null,
  };
  await recordAct(context, {
    ...('id' in by ? { by: by.id } : { by: null, guest: `Share link for ${by.recipient}` }),
    act: 'stageMarked',
    projectId: stage.projectId,
    subject: { kind: 'stage', id: stage.id, name: stage.name },
    after: 'id' in by ? facts : { ...facts, name: by.typed },
  });
}
