// The demo's stages: those of one block, as its crew claimed them and a quantity surveyor confirmed them.
import { sql, type Transaction } from 'kysely';
import type { MarkAct, MarkGiver, MarkKind } from '#contract/stages/endpoints.ts';
import { type MarkFacts, standingOf } from '#contract/stages/standing.ts';
import { stageTemplate, type TemplateStage } from '#contract/stages/template.ts';
import type { Tables } from '#server/db/schema.ts';
import type { SeededVisit } from './viewpoints.ts';

type Tx = Transaction<Tables>;
type Person = { id: number; name: string };
type Cast = Record<'crew' | 'admin' | 'checker' | 'client', Person>;
/** `visits`: released ones of the block, oldest first. */
type Block = { projectId: number; siteId: number; visits: readonly SeededVisit[]; cast: Cast };

/** Hundredths of a per cent of the works, in the order of the template: together the whole. */
const weights = [100, 1_200, 350, 650, 850, 300, 1_100, 2_000, 500, 450, 700, 800, 600, 300, 100];
const confirmedStages = 11;
const hour = 3_600_000;
const day = 24 * hour;

type Picture = { sessionId: number; mediaKind: string; link: string; file: string; version: string; name: string };
type NewMark = {
  kind: MarkKind;
  act?: MarkAct;
  as: MarkGiver;
  by: Person;
  at: number;
  sessionId?: number;
  note?: string;
  pictures?: readonly Picture[];
};

/** The visit whose time share is that of the stage, so that pictures and stages grow together. */
function visitOf(visits: readonly SeededVisit[], nth: number): SeededVisit {
  const at = Math.round(((nth + 1) * (visits.length - 1)) / (confirmedStages + 1));
  return visits[at] as SeededVisit;
}

async function picturesOf(tx: Tx, sessionId: number, most: number): Promise<Picture[]> {
  const found = await sql<Picture>`select vp.session_id as "sessionId", vp.media_kind as "mediaKind", vp.link, vp.file,
      vp.file_version as version, vp.file_name as name
    from viewpoint_pictures vp where vp.session_id = ${sessionId} and vp.file is not null and vp.media_kind = 'drone'
    order by vp.viewpoint_id limit ${sql.lit(most)}`.execute(tx);
  return found.rows;
}

/** Each criterion with a picture of its own, as far as there are some. */
function ticked({ criteria }: TemplateStage, pictures: readonly Picture[]): object[] {
  return criteria.map((text, nth) => ({ text, ticked: true, pictures: pictures.slice(nth, nth + 1) }));
}

async function addMarks(
  tx: Tx,
  { stageId, stage }: { stageId: number; stage: TemplateStage },
  marks: readonly NewMark[],
): Promise<void> {
  const facts: MarkFacts[] = [];
  for (const { kind, act = 'given', as, by, at, sessionId = null, note = null, pictures } of marks) {
    const isJudged = act === 'given' && (kind === 'seen' || kind === 'confirmed');
    const criteria = JSON.stringify(isJudged ? ticked(stage, pictures ?? []) : []);
    const made = await sql<{ id: number }>`
      insert into stage_marks (stage_id, kind, act, given_as, by_id, by_name, session_id, note, criteria, at)
      values (${stageId}, ${kind}, ${act}, ${as}, ${by.id}, ${by.name}, ${sessionId}::integer, ${note}, ${criteria}::jsonb, ${new Date(at)})
      returning id`.execute(tx);
    const id = made.rows[0]?.id ?? 0;
    facts.push({ id, kind, act, as, by: `person ${by.id}`, onSite: false, lost: false });
  }
  const { claimed, seen, confirmed, acknowledged, refused } = standingOf(facts);
  await sql`update stages set claimed_id = ${claimed?.id ?? null}::integer, seen_id = ${seen?.id ?? null}::integer,
      confirmed_id = ${confirmed?.id ?? null}::integer, acknowledged_ids = ${acknowledged.map(({ id }) => id)}::integer[],
      refused_id = ${refused?.id ?? null}::integer, last_mark_id = ${facts.at(-1)?.id ?? null}::integer where id = ${stageId}`.execute(
    tx,
  );
}

const refusal = 'The septic tank is not closed and the risers of the third floor were not tested.';

/** Eleven went through; the twelfth was claimed, refused and claimed again; the last confirmation waits for its client. */
async function marksOf(
  tx: Tx,
  { visits, cast }: Block,
  { nth, now }: { nth: number; now: number },
): Promise<NewMark[]> {
  if (nth > confirmedStages) return [];
  const { sessionId, visit } = visitOf(visits, nth);
  const captured = now - visit.daysAgo * day;
  const claim: NewMark = { kind: 'claimed', as: 'crew', by: cast.crew, at: captured + 3 * hour, sessionId };
  if (nth === confirmedStages) {
    const refused: NewMark = {
      kind: 'confirmed',
      act: 'refused',
      as: 'checker',
      by: cast.checker,
      at: captured + 30 * hour,
      note: refusal,
    };
    return [
      claim,
      refused,
      { ...claim, at: captured + 52 * hour, note: 'Tank closed, risers tested yesterday.' },
    ].filter(({ at }) => at < now);
  }
  const pictures = await picturesOf(tx, sessionId, 4);
  const marks: NewMark[] = [
    claim,
    { kind: 'seen', as: 'admin', by: cast.admin, at: captured + 20 * hour, sessionId, pictures },
    { kind: 'confirmed', as: 'checker', by: cast.checker, at: captured + 44 * hour, pictures },
  ];
  if (nth < confirmedStages - 1)
    marks.push({ kind: 'acknowledged', as: 'client', by: cast.client, at: captured + 50 * hour });
  return marks;
}

async function addList(tx: Tx, block: Block, now: number): Promise<void> {
  const { projectId, siteId, visits, cast } = block;
  const list = await sql<{
    id: number;
  }>`insert into stage_lists (project_id, site_id) values (${projectId}, ${siteId}) returning id`.execute(tx);
  const begun = now - (visits[0]?.visit.daysAgo ?? 0) * day;
  for (const [nth, stage] of stageTemplate.entries()) {
    const criteria = stage.criteria.map((text, at) => ({ id: at + 1, text }));
    const planned = new Date(begun + nth * 27 * day).toISOString().slice(0, 10);
    const made = await sql<{ id: number }>`
      insert into stages (list_id, position, name, planned_on, weight, criteria, wanted, next_criterion, created_by)
      values (${list.rows[0]?.id}, ${nth + 1}, ${stage.name}, ${planned}, ${weights[nth]}, ${JSON.stringify(criteria)}::jsonb,
        ${JSON.stringify(stage.wanted.map((text) => ({ text })))}::jsonb, ${criteria.length + 1}, ${cast.admin.id})
      returning id`.execute(tx);
    const stageId = made.rows[0]?.id ?? 0;
    const marks = await marksOf(tx, block, { nth, now });
    if (marks.length > 0) await addMarks(tx, { stageId, stage }, marks);
  }
}

type Seeding = { seeded: readonly SeededVisit[]; now: number; personOf(username: string): Person };

/** Of the six-storey block, whose bank pays by them. */
export async function addStages(tx: Tx, { seeded, now, personOf }: Seeding): Promise<void> {
  const released = seeded.filter(({ visit: { project, site, path } }) => {
    return project.building === 'residential-block' && site === 0 && (path === 'approved' || path === 'completed');
  });
  const [first] = released;
  if (!first || first.siteId === null) return;
  const cast = {
    crew: personOf('photographer'),
    admin: personOf('admin'),
    checker: personOf('yetunde'),
    client: personOf('client'),
  };
  await addList(tx, { projectId: first.projectId, siteId: first.siteId, visits: released, cast }, now);
}
