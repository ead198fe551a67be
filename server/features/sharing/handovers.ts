// Handovers: everything that was released of a project as one archive, made ready in the background and taken in any number of parts (behaviour §34).
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { can, type Person, type ProjectRelation } from '#contract/policy.ts';
import type { HandoverState } from '#contract/sharing/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { recordAct } from '#server/features/audit/handlers.ts';
import type { Handlers, RequestContext } from '#server/http/calls/register-routes.ts';
import { conflict, forbidden, notFound, Problem } from '#server/lib/problem.ts';
import { requireProject } from '#server/visibility/lock-session.ts';
import { createZipLine } from './downloads/send-zip.ts';
import { hasSameRole, watchWhile } from './downloads/watch-while.ts';
import {
  beginHandover,
  findHandover,
  type Handover,
  handoverReader,
  isStillShown,
  ofPerson,
  readLeftOut,
  readProgress,
} from './handover/rows.ts';
import { openArchive } from './handover/send-archive.ts';
import type { HandedMedia } from './handover/visit-files.ts';

type Dependencies = HandedMedia & { log: FastifyBaseLogger };
type FileContext = RequestContext<typeof api.handovers.handoverFile>;
type Reading = { db: Kysely<Tables>; actor: Person };

/** Beside those of pictures: an archive is taken for hours. */
const line = { concurrency: 2, maxWaiting: 20 };
/** So many of what is left out stand in the dialog; all of them stand in the archive. */
const maxLeftOut = 200;

function requireTaker(actor: Person, relation: ProjectRelation): void {
  if (!can.takeHandover(actor, relation)) throw forbidden('Viewers and checkers cannot download the project archive');
}

const nothing: HandoverState = {
  state: 'none',
  ...{
    done: 0,
    total: 0,
    files: 0,
    bytes: null,
    visits: 0,
    readyAt: null,
    originals: false,
    leftOut: [],
    leftOutCount: 0,
  },
};

const hasOriginals = (actor: Person) => actor.role === 'admin';

/** Of another role than they have now it is none. */
async function ownHandover({ db, actor }: Reading, projectId: number): Promise<Handover | null> {
  const found = await findHandover(db, ofPerson(actor, projectId));
  return found && found.originals === hasOriginals(actor) ? found : null;
}

async function stateOf(reading: Reading, projectId: number): Promise<HandoverState> {
  const { db } = reading;
  const found = await ownHandover(reading, projectId);
  if (!found) return { ...nothing, originals: hasOriginals(reading.actor) };
  const { id, state, bytes, originals, shown, readyAt } = found;
  const isOutdated = state === 'ready' && !(await isStillShown(db, found));
  const leftOut = state === 'ready' ? await readLeftOut(db, id, maxLeftOut) : [];
  return {
    ...nothing,
    ...(await readProgress(db, id)),
    ...{ state: isOutdated ? 'outdated' : state, originals, leftOut, visits: shown?.length ?? 0 },
    bytes: bytes === null ? null : Number(bytes),
    readyAt: readyAt === null ? null : new Date(readyAt).toISOString(),
  };
}

/** 404 where the project is not theirs any more, 409 where there is nothing to send. */
async function requireReady(reading: Reading, projectId: number): Promise<Handover> {
  requireTaker(reading.actor, await requireProject(reading.db, reading.actor, projectId));
  const found = await ownHandover(reading, projectId);
  if (found?.state !== 'ready') throw notReady;
  if (!(await isStillShown(reading.db, found)))
    throw conflict('What is released has changed since this archive was prepared: prepare it again');
  return found;
}

const notReady = conflict('This archive is not ready: prepare it on the page of its project first');

/** While the database is unavailable nothing can be decided, and nothing is ended. */
async function isAllowed(reading: Reading, { key, projectId }: Handover): Promise<boolean> {
  try {
    const isSame = await hasSameRole(reading.db, reading.actor);
    return isSame && (await requireReady(reading, projectId)).key === key;
  } catch (error) {
    return !(error instanceof Problem);
  }
}

async function recordTaken({ actor, write, db }: FileContext, { projectId, bytes }: Handover): Promise<void> {
  const subject = { kind: 'project', id: projectId, name: await projectName(db, projectId) } as const;
  const after = { bytes: Number(bytes) };
  await write((context) => recordAct(context, { by: actor.id, act: 'handoverTaken', subject, projectId, after }));
}

async function projectName(db: Kysely<Tables>, id: number): Promise<string> {
  const found = await sql<{ name: string }>`select name from projects where id = ${id}`.execute(db);
  const [project] = found.rows;
  if (!project) throw notFound('Project');
  return project.name;
}

/** The calls of the contract. */
export function handovers(deps: Dependencies): Handlers<typeof api.handovers> {
  const people = createZipLine(line);
  /** What is being sent to each, so that going on elsewhere ends it: a browser whose connection was lost does not wait for that to be noticed. */
  const sending = new Map<number, () => void>();

  function supersede({ actor, reply }: FileContext): void {
    sending.get(actor.id)?.();
    const end = () => reply.raw.destroy();
    sending.set(actor.id, end);
    reply.raw.once('close', () => {
      if (sending.get(actor.id) === end) sending.delete(actor.id);
    });
  }

  return {
    async handover({ actor, db, params: { id } }) {
      requireTaker(actor, await requireProject(db, actor, id));
      return stateOf({ db, actor }, id);
    },

    async makeHandover({ actor, db, params: { id }, write }) {
      await write(async (context) => {
        requireTaker(actor, await requireProject(context.tx, actor, id));
        const originals = hasOriginals(actor);
        const { isNew } = await beginHandover(context.tx, { by: actor.id, projectId: id, originals });
        if (!isNew) return;
        const subject = { kind: 'project', id, name: await projectName(context.tx, id) } as const;
        await recordAct(context, { by: actor.id, act: 'handoverMade', subject, projectId: id, after: { originals } });
      });
      return stateOf({ db, actor }, id);
    },

    async handoverFile(ctx) {
      const { request, reply, actor, db, params } = ctx;
      const reading = { db, actor };
      await requireReady(reading, params.id);
      const open = async () => {
        const handover = await requireReady(reading, params.id);
        const reader = { ...deps, db, reader: await handoverReader(db, handover), originals: handover.originals };
        const asked = { reader, handover, person: actor.id, log: deps.log };
        return { handover, body: await openArchive(asked, { request, reply }, () => recordTaken(ctx, handover)) };
      };
      // Of its headers alone nobody waits for what is being sent.
      if (request.method === 'HEAD') return reply.send((await open()).body ?? '');
      supersede(ctx);
      return people.send(String(actor.id), reply, async () => {
        const { handover, body } = await open();
        return { body, watch: (end) => watchWhile(() => isAllowed(reading, handover), end) };
      });
    },
  };
}
