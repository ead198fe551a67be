// The claim that no order of acts gives a stage an illegal mark or loses one, whoever tries what.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MarkKind, StageList, StageWithMarks } from '#contract/stages/endpoints.ts';
import { worldRounds } from '#server/test-support/rounds.ts';
import { lintel, type StageWorld, startStageWorld, ticked } from '#server/test-support/stage-world.ts';

let world: StageWorld;
let place: { id: number; siteId: number };
let sessionId: number;
beforeAll(async () => {
  world = await startStageWorld();
});
afterAll(() => world.close());

const names = ['admin', 'crew', 'checker', 'otherChecker', 'client', 'contributor', 'viewer'] as const;
type Who = (typeof names)[number];
type Deed = { who: Who; kind: MarkKind; act: 'given' | 'refused' | 'taken_back'; onSite: boolean };

const deeds = fc.record({
  who: fc.constantFrom(...names),
  kind: fc.constantFrom('claimed', 'seen', 'confirmed', 'acknowledged'),
  act: fc.constantFrom('given', 'given', 'given', 'refused', 'taken_back'),
  onSite: fc.constantFrom(false, false, true),
}) satisfies fc.Arbitrary<Deed>;

/** What the rules of behaviour §31 make of a stage, written down a second time: who holds which mark. */
type Model = { claimed?: Who; seen?: Who; confirmed?: Who; onSite?: boolean; acknowledged: Set<Who>; given: number };

const checkers: readonly Who[] = ['checker', 'otherChecker'];
const may: Record<MarkKind, readonly Who[]> = {
  claimed: ['admin', 'crew'],
  seen: ['admin'],
  confirmed: ['admin', ...checkers],
  acknowledged: ['client', 'contributor'],
};

function isLegal({ claimed, seen, confirmed, acknowledged }: Model, { who, kind, act, onSite }: Deed): boolean {
  if (onSite && !(act === 'given' && kind === 'confirmed' && checkers.includes(who))) return false;
  if (act === 'taken_back') {
    if (kind === 'acknowledged') return acknowledged.has(who);
    const holder = { claimed, seen, confirmed }[kind];
    return holder !== undefined && (holder === who || who === 'admin');
  }
  if (!may[kind].includes(who)) return false;
  if (act === 'refused') return kind === 'confirmed' && claimed !== undefined && confirmed === undefined;
  if (kind === 'claimed') return claimed === undefined;
  if (kind === 'seen') return claimed !== undefined && seen === undefined;
  if (kind === 'confirmed') return confirmed === undefined && claimed !== undefined && (seen !== undefined || onSite);
  return confirmed !== undefined && !acknowledged.has(who);
}

function apply(model: Model, { who, kind, act, onSite }: Deed): void {
  model.given++;
  const end = (...kinds: ('claimed' | 'seen' | 'confirmed')[]) => {
    for (const one of kinds) delete model[one];
    if (kinds.includes('confirmed')) model.acknowledged.clear();
  };
  if (act === 'refused' || (act === 'taken_back' && kind === 'claimed')) end('claimed', 'seen', 'confirmed');
  else if (act === 'taken_back' && kind === 'seen') end('seen', ...(model.onSite ? [] : (['confirmed'] as const)));
  else if (act === 'taken_back' && kind === 'confirmed') end('confirmed');
  else if (act === 'taken_back') model.acknowledged.delete(who);
  else if (kind === 'acknowledged') model.acknowledged.add(who);
  else {
    model[kind] = who;
    if (kind === 'confirmed') model.onSite = onSite;
  }
}

const stands = ({ claimed, seen, confirmed, acknowledged, given }: Model) => ({
  claimed: claimed ? world.people[claimed].id : null,
  seen: seen ? world.people[seen].id : null,
  confirmed: confirmed ? world.people[confirmed].id : null,
  acknowledged: [...acknowledged].map((who) => world.people[who].id).sort((a, b) => a - b),
  given,
});

const refusals: readonly number[] = [400, 403, 409];

/** What the columns beside the stage say, and how many marks there are. */
async function kept(stage: number): Promise<unknown> {
  const by = (column: string) => sql`(select by_id from stage_marks m where m.id = st.${sql.ref(column)})`;
  const found =
    await sql`select ${by('claimed_id')} as claimed, ${by('seen_id')} as seen, ${by('confirmed_id')} as confirmed,
      array(select by_id from stage_marks m where m.id = any(st.acknowledged_ids) order by by_id) as acknowledged,
      (select count(*) from stage_marks m where m.stage_id = st.id) as given
    from stages st where st.id = ${stage}`.execute(world.database.query);
  return found.rows[0];
}

async function attempt(stage: number, { who, kind, act, onSite }: Deed) {
  const criteria = kind === 'seen' || kind === 'confirmed' ? { criteria: ticked(sessionId) } : {};
  const visit = kind === 'claimed' || kind === 'seen' ? { sessionId } : {};
  const note = act === 'given' ? {} : { note: 'Because' };
  return world.mark(world.people[who], stage, { kind, act, onSite, ...criteria, ...visit, ...note });
}

test(
  'any order of acts by anybody leaves the marks that the rules allow, and every mark that was acknowledged',
  async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(deeds, { minLength: 6, maxLength: 14 }), async (orders) => {
        // Stages that were marked stay in their list: a list of a thousand is nobody's.
        if (round++ % 25 === 0) {
          place = await world.newProject();
          sessionId = await world.session(place);
        }
        // Nobody gets far by chance alone.
        const start: Deed[] = [{ who: 'crew', kind: 'claimed', act: 'given', onSite: false }];
        const edited = (await world.edit(place.id, { stages: [lintel] })).body as StageList;
        const stage = edited.stages.find(({ dropped }) => !dropped)?.id ?? 0;
        const model: Model = { acknowledged: new Set(), given: 0 };
        for (const deed of [...start, ...orders]) {
          const answer = await attempt(stage, deed);
          const isAllowed = isLegal(model, deed);
          const outcome = refusals.includes(answer.status) ? 'refused' : answer.status;
          expect({ deed, outcome }).toEqual({ deed, outcome: isAllowed ? 201 : 'refused' });
          if (isAllowed) apply(model, deed);
          expect(await kept(stage)).toEqual(stands(model));
        }
        const read = (await world.call(world.people.viewer, `GET /api/stages/${stage}`)).body as StageWithMarks;
        expect(read.marks).toHaveLength(model.given);
      }),
      { numRuns: worldRounds(12) },
    );
  },
  worldRounds(60_000),
);
