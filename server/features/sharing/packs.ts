// Lender's packs: what the stages of a project came to in a period, numbered and never changed (behaviour §31.6).
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { can, type Person } from '#contract/policy.ts';
import type { ReportState } from '#contract/sharing/endpoints.ts';
import type { Config } from '#server/config.ts';
import { countRows } from '#server/db/count-rows.ts';
import type { Tables } from '#server/db/schema.ts';
import { recordAct } from '#server/features/audit/handlers.ts';
import { mediaProblem } from '#server/features/media/media-errors.ts';
import { announceStages } from '#server/features/stages/edit.ts';
import { paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { conflict, forbidden, notFound, Problem } from '#server/lib/problem.ts';
import type { Storage, StoredFile } from '#server/media/storage/storage.ts';
import { requireProject } from '#server/visibility/lock-session.ts';
import { type PackAddresses, type PackEditions, packToDraw } from './packs/content.ts';
import { gatherPack, type PackPeriod } from './packs/gather-pack.ts';
import { findPack, keepPack, type PackRow, packFileName, readContent, readPacks } from './packs/pack-rows.ts';
import type { ReportDesk } from './reports/desk.ts';
import { projectClient, type ReportDependencies } from './reports/gather.ts';
import { reportHeaders, reportSubject } from './reports.ts';

type Dependencies = Omit<ReportDependencies, 'publicUrl'> & {
  config: Pick<Config, 'publicUrl'>;
  desk: ReportDesk;
  /** Never cleaned up. */
  storage: Storage;
};
type Reading = ReportDependencies & { db: Kysely<Tables> };

/** As the project's client sees it, whoever makes it: it is passed on. */
async function gatherEditions(reading: Reading, wanted: PackPeriod): Promise<PackEditions> {
  const { reader } = await projectClient(reading.db, wanted.projectId);
  return {
    client: await gatherPack({ ...reading, reader, edition: 'client' }, wanted),
    guest: await gatherPack({ ...reading, reader, edition: 'guest' }, wanted),
  };
}

function addressesOf(publicUrl: string | null, projectId: number): PackAddresses {
  const page = (path: string) => (publicUrl === null ? null : publicUrl + path);
  return {
    project: page(`/projects/${projectId}`),
    stage: (id) => page(`/stages/${id}`),
    words: 'Open this project',
  };
}

function requireMaker(actor: Person, relation: Parameters<typeof can.makePack>[1]): void {
  if (!can.makePack(actor, relation)) throw forbidden('Viewers and checkers can read packs, but not make them');
}

const pollMilliseconds = 250;

/** Its file, which is drawn again from what was stored where a server died over it. */
async function awaitFile(
  order: () => Promise<ReportState>,
  { desk, person, find }: { desk: ReportDesk; person: number; find: () => Promise<StoredFile | null> },
): Promise<StoredFile> {
  let state = await order();
  while (state.state !== 'ready' && state.state !== 'failed') {
    await wait(pollMilliseconds);
    state = desk.state(person, state.key);
  }
  const file = await find();
  if (file) return file;
  const message = state.problem ?? 'The pack could not be made. Please try again.';
  throw new Problem({ status: 503, code: 'not_made', message });
}

/** The calls of the contract. */
export function packs({ config, desk, storage, ...own }: Dependencies): Handlers<typeof api.packs> {
  const deps = { ...own, publicUrl: config.publicUrl };

  async function order(db: Kysely<Tables>, pack: PackRow, person: number): Promise<ReportState> {
    const { projectId } = pack;
    const { reader } = await projectClient(db, projectId);
    const gathering = { ...deps, db, reader, edition: 'client' as const };
    const addresses = addressesOf(deps.publicUrl, projectId);
    const drawn = await packToDraw(gathering, await readContent(db, pack.id, 'client'), {
      pack: { ...pack, name: packFileName(pack) },
      addresses,
    });
    const subject = await reportSubject(db, { kind: 'project', id: projectId, projectId });
    const kept = { storage, name: pack.storageKey };
    return desk.order({ ...drawn, person, subject, kept, madeAt: pack.madeAt });
  }

  return {
    async packs({ actor, db, params, query }) {
      await requireProject(db, actor, params.id);
      const cursor = parseCursor(query.cursor, 'number', 'text');
      const ofProject = sql`k.project_id = ${params.id}`;
      const after = cursor ? sql`and k.id < ${cursor.id}` : sql``;
      const rows = await readPacks(db, { where: sql`${ofProject} ${after}`, limit: query.limit + 1 });
      const page = paginate(rows, query.limit, ({ id }) => ({ by: 'number', at: '', id }));
      return cursor ? page : { ...page, total: await countRows(db, sql`packs k where ${ofProject}`) };
    },

    async makePack({ actor, db, params: { id }, body, write }) {
      requireMaker(actor, await requireProject(db, actor, id));
      const wanted = { ...body, projectId: id };
      const editions = await gatherEditions({ ...deps, db }, wanted);
      const pack = await write(async (context) => {
        requireMaker(actor, await requireProject(context.tx, actor, id));
        const { pack: kept, isNew } = await keepPack(context.tx, wanted, { by: actor.id, editions });
        if (!isNew) return kept;
        const { number, corrects } = kept;
        const subject = { kind: 'project', id, name: editions.client.report.title } as const;
        const after = { number, ...body, corrects };
        await recordAct(context, { by: actor.id, act: 'packMade', subject, projectId: id, after });
        await announceStages(context, id);
        return kept;
      });
      return { pack, report: await order(db, pack, actor.id) };
    },

    async packFile({ actor, db, params, request, reply }) {
      const pack = await findPack(db, actor, params.id);
      if (!pack) throw notFound('Pack');
      if (pack.withdrawn)
        throw conflict('A picture in this pack has been taken back since: make it again, under the next number');
      const find = () =>
        storage.find(pack.storageKey).catch((error: unknown) => {
          throw mediaProblem(error, 'File');
        });
      const file =
        (await find()) ?? (await awaitFile(() => order(db, pack, actor.id), { desk, person: actor.id, find }));
      reply.headers({ ...reportHeaders({ name: packFileName(pack), bytes: file.bytes }), 'cache-control': 'no-store' });
      if (request.method === 'HEAD') return reply.send('');
      return reply.send((await file.open(null)).body);
    },
  };
}
