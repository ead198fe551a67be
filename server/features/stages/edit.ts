// Edits a list of stages: in their order, with what each is judged by; what was marked is never lost.
import { type Kysely, sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { Person } from '#contract/policy.ts';
import { type StageList, wholeWeight } from '#contract/stages/endpoints.ts';
import type { NewStage, StageListEdit } from '#contract/stages/routes.ts';
import { projectPeople } from '#server/db/project-relations.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { recordAct } from '#server/features/audit/handlers.ts';
import { invalid, stale } from '#server/lib/problem.ts';
import { wellFormed } from '#server/lib/well-formed.ts';
import { requireProject } from '#server/visibility/lock-session.ts';
import { listStages } from './queries.ts';

/** Whoever belongs to the project may have its stages open. */
export async function announceStages({ tx, events }: WriteContext, projectId: number): Promise<void> {
  events.invalidateFor({ admins: true, users: await projectPeople(tx, projectId), projects: [projectId] });
}

type Edit = z.infer<typeof StageListEdit>;
type Wanted = z.infer<typeof NewStage>;
type List = { id: number; version: number };
type Criterion = { id: number; text: string };
type Present = {
  id: number;
  name: string;
  criteria: Criterion[];
  nextCriterion: number;
  isMarked: boolean;
  isDropped: boolean;
};

type ListPlace = { projectId: number; siteId: number | null };

/** Makes the list where there is none; changes to it run one after the other. */
async function lockList(tx: Transaction<Tables>, { projectId, siteId }: ListPlace): Promise<List> {
  await sql`insert into stage_lists (project_id, site_id) values (${projectId}, ${siteId}::integer)
    on conflict (project_id, site_id) do nothing`.execute(tx);
  const found = await sql<List>`select id, version from stage_lists
    where project_id = ${projectId} and site_id is not distinct from ${siteId}::integer for update`.execute(tx);
  return found.rows[0] as List;
}

/** Locked with their list: nobody marks a stage while it is edited. */
async function lockStages(tx: Transaction<Tables>, listId: number): Promise<Present[]> {
  const found = await sql<Present>`select id, name, criteria, next_criterion as "nextCriterion",
      last_mark_id is not null as "isMarked", dropped_at is not null as "isDropped"
    from stages where list_id = ${listId} order by id for update`.execute(tx);
  return found.rows;
}

async function checkSite(db: Kysely<Tables>, { projectId, siteId }: ListPlace): Promise<void> {
  if (siteId === null) return;
  const found =
    await sql`select 1 from sites where id = ${siteId} and project_id = ${projectId} and removed_at is null`.execute(
      db,
    );
  if (found.rows.length === 0) throw invalid('siteId', 'The project has no such site');
}

/** A wanted picture is of a viewpoint of the list's place, or in words. */
async function checkWanted(
  db: Kysely<Tables>,
  { projectId, siteId }: ListPlace,
  stages: readonly Wanted[],
): Promise<void> {
  const named = stages.flatMap((stage, at) =>
    stage.wanted.map((one, nth) => ({ ...one, path: `stages.${at}.wanted.${nth}` })),
  );
  const both = named.find(({ text, viewpointId }) => (text ?? null) === null && (viewpointId ?? null) === null);
  if (both) throw invalid(`${both.path}.text`, 'Say which picture is wanted, or choose its viewpoint');
  const ids = named.flatMap(({ viewpointId }) => viewpointId ?? []);
  const found = await sql<{
    id: number;
  }>`select id from viewpoints where id = any(${ids}::integer[]) and project_id = ${projectId}
    and (${siteId}::integer is null or site_id = ${siteId}::integer)`.execute(db);
  const there = new Set(found.rows.map(({ id }) => id));
  const unknown = named.find(({ viewpointId }) => viewpointId && !there.has(viewpointId));
  if (unknown) throw invalid(`${unknown.path}.viewpointId`, 'There is no such viewpoint at this place');
}

/** An id that the stage knows stays with its criterion, so that a mark being given finds it; others get the next number. */
function numbered(criteria: Wanted['criteria'], present: Pick<Present, 'criteria' | 'nextCriterion'>) {
  const known = new Set(present.criteria.map(({ id }) => id));
  let next = present.nextCriterion;
  const kept = criteria.map(({ id, text }) => {
    const isKnown = id !== undefined && id !== null && known.delete(id);
    return { id: isKnown ? id : next++, text: wellFormed(text) };
  });
  return { criteria: kept, next };
}

const nothingYet = { criteria: [], nextCriterion: 1 };

async function writeStage(
  tx: Transaction<Tables>,
  {
    stage,
    position,
    list,
    by,
    present,
  }: { stage: Wanted; position: number; list: List; by: number; present?: Present | undefined },
): Promise<void> {
  const { criteria, next } = numbered(stage.criteria, present ?? nothingYet);
  const wanted = stage.wanted.map(({ text, viewpointId }) =>
    viewpointId ? { viewpointId } : { text: wellFormed(text ?? '') },
  );
  const [words, pictures] = [JSON.stringify(criteria), JSON.stringify(wanted)];
  const { name, plannedOn = null, weight = null } = stage;
  if (present)
    await sql`update stages set position = ${position}, name = ${name}, planned_on = ${plannedOn}::date, weight = ${weight}::integer,
      criteria = ${words}::jsonb, wanted = ${pictures}::jsonb, next_criterion = ${next}, dropped_at = null, updated_at = now()
      where id = ${present.id}`.execute(tx);
  else
    await sql`insert into stages (list_id, position, name, planned_on, weight, criteria, wanted, next_criterion, created_by)
      values (${list.id}, ${position}, ${name}, ${plannedOn}::date, ${weight}::integer, ${words}::jsonb, ${pictures}::jsonb, ${next}, ${by})`.execute(
      tx,
    );
}

/** Those that nobody marked are gone; marked ones stay, as dropped. */
async function dropStages(tx: Transaction<Tables>, gone: readonly Present[]): Promise<void> {
  const ids = (isMarked: boolean) => gone.filter((one) => one.isMarked === isMarked).map(({ id }) => id);
  await sql`delete from stages where id = any(${ids(false)}::integer[])`.execute(tx);
  await sql`update stages set dropped_at = coalesce(dropped_at, now()), updated_at = now()
    where id = any(${ids(true)}::integer[])`.execute(tx);
}

function checkKnown(stages: readonly Wanted[], present: ReadonlyMap<number, Present>): void {
  const seen = new Set<number>();
  for (const [at, { id }] of stages.entries()) {
    if (id === undefined || id === null) continue;
    if (!present.has(id)) throw invalid(`stages.${at}.id`, 'This list has no such stage');
    if (seen.has(id)) throw invalid(`stages.${at}.id`, 'This stage is in the list already');
    seen.add(id);
  }
}

const sumOf = (stages: readonly { weight?: number | null | undefined }[]) =>
  stages.reduce((sum, { weight }) => sum + (weight ?? 0), 0);

/** Weights are all there and add up, or none was given. */
export function areWeightsComplete(stages: readonly { weight?: number | null | undefined }[]): boolean {
  const given = stages.filter(({ weight }) => weight !== null && weight !== undefined);
  return given.length === 0 || (given.length === stages.length && sumOf(stages) === wholeWeight);
}

export async function editStages(
  context: WriteContext,
  actor: Person,
  { id, body }: { id: number; body: Edit },
): Promise<StageList> {
  const { tx } = context;
  await requireProject(tx, actor, id);
  const at = { projectId: id, siteId: body.siteId ?? null };
  await checkSite(tx, at);
  await checkWanted(tx, at, body.stages);
  const list = await lockList(tx, at);
  const inList = sql`st.list_id = ${list.id}`;
  const before = await listStages(tx, actor, { where: inList });
  const read = async (version: number) => {
    const stages = await listStages(tx, actor, { where: inList });
    return { stages, version, complete: areWeightsComplete(stages.filter(({ dropped }) => !dropped)) };
  };
  if ((body.version ?? list.version) !== list.version) throw stale('list of stages', await read(list.version));
  const present = new Map((await lockStages(tx, list.id)).map((one) => [one.id, one]));
  checkKnown(body.stages, present);
  for (const [index, stage] of body.stages.entries())
    await writeStage(tx, { stage, position: index + 1, list, by: actor.id, present: present.get(stage.id ?? 0) });
  const kept = new Set(body.stages.map((stage) => stage.id));
  await dropStages(
    tx,
    [...present.values()].filter((one) => !kept.has(one.id)),
  );
  await sql`update stage_lists set version = version + 1, updated_at = now() where id = ${list.id}`.execute(tx);
  const changed = await read(list.version + 1);
  await announceStages(context, id);
  const facts = (stages: readonly { name: string; plannedOn: string | null; weight: number | null }[]) => ({
    stages: stages.map(({ name, plannedOn, weight }) => ({
      name,
      planned: plannedOn,
      weight: weight === null ? null : weight / 100,
    })),
  });
  await recordAct(context, {
    by: actor.id,
    act: 'stagesEdited',
    projectId: id,
    subject: { kind: 'project', id, name: await projectName(tx, id) },
    before: facts(before.filter(({ dropped }) => !dropped)),
    after: facts(changed.stages.filter(({ dropped }) => !dropped)),
  });
  return changed;
}

async function projectName(db: Kysely<Tables>, id: number): Promise<string> {
  const found = await db.selectFrom('projects').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  return found.name;
}
