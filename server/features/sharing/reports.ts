// Reports: PDFs of a session or of a period, gathered as their reader may see them, made one after the other (behaviour §17.2).
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import { can, type Person } from '#contract/policy.ts';
import type { ReportEdition } from '#contract/sharing/endpoints.ts';
import type { Config } from '#server/config.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadSettings } from '#server/db/settings/company-settings.ts';
import { readTimesTakenBack } from '#server/db/taken-back.ts';
import { recordAct } from '#server/features/audit/handlers.ts';
import { loadSession } from '#server/features/sessions/session-row.ts';
import { contentDisposition } from '#server/http/calls/content-disposition.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { coalesced } from '#server/lib/pace.ts';
import { forbidden, notFound } from '#server/lib/problem.ts';
import type { Storage } from '#server/media/storage/storage.ts';
import { isVisible } from '#server/visibility.ts';
import { createReportDesk, type ReportDesk, type Subject } from './reports/desk.ts';
import { type Gathering, projectClient, type ReportDependencies } from './reports/gather.ts';
import { gatherPeriodReport, previewPeriod } from './reports/period-report.ts';
import { gatherSessionReport } from './reports/session-report.ts';
import { removeEndedReports } from './reports/shared-files.ts';
import { nothingReleased } from './reports/words.ts';

type Dependencies = Omit<ReportDependencies, 'publicUrl'> & {
  config: Pick<Config, 'publicUrl'>;
  desk: ReportDesk;
};

/** Nothing announces that a link expires, nor that a process missed something. */
const sweepMilliseconds = 5 * 60_000;

/** The desk at which both people and guests ask for reports. `removeEnded`: the files of links that ended. */
export function openReportDesk(
  app: FastifyInstance,
  db: Kysely<Tables>,
  { dataDir, storage, settings }: Pick<Config, 'dataDir'> & { storage: Storage; settings: ReadSettings },
) {
  const folder = join(dataDir, 'reports');
  const desk = createReportDesk({ folder, storage, settings, log: app.log });
  // What fails is tried again at the next change, and by the clock.
  const removeEnded = coalesced(() => removeEndedReports(db, storage).catch(() => undefined));
  const timer = setInterval(removeEnded, sweepMilliseconds).unref();
  app.addHook('preClose', async () => {
    clearInterval(timer);
    // A report that is being made is not waited for: it is asked for again.
    desk.close();
  });
  return { desk, removeEnded };
}

/** With what a report of it holds by; read before it is gathered. */
export async function reportSubject(db: Kysely<Tables>, of: Omit<Subject, 'takenBack'>): Promise<Subject> {
  return { ...of, takenBack: await readTimesTakenBack(db, of.projectId) };
}

/** Of the file, but for how it may be cached. */
export function reportHeaders({ name, bytes }: { name: string; bytes: number }) {
  return {
    'content-type': 'application/pdf',
    'content-disposition': contentDisposition(name, 'attachment'),
    'content-length': bytes,
    'content-security-policy': "sandbox; default-src 'none'",
  };
}

/** Clients get theirs; what an admin makes for clients is gathered as the project's client would see it. */
async function readerOf(
  db: Kysely<Tables>,
  actor: Person,
  wanted: { edition: ReportEdition; projectId: number },
): Promise<Pick<Gathering, 'reader' | 'edition'>> {
  if (!can.seePresentContent(actor)) return { reader: actor, edition: 'client' };
  if (wanted.edition === 'crew') return { reader: actor, edition: 'crew' };
  // What clients read may be more than a photographer sees: it is given by those who release it.
  if (!can.reviewSessions(actor)) throw forbidden('Only admins can make reports for clients');
  return { reader: (await projectClient(db, wanted.projectId)).reader, edition: wanted.edition };
}

/** The calls of the contract. */
export function reports({ config, desk, ...own }: Dependencies): Handlers<typeof api.reports> {
  const deps = { ...own, publicUrl: config.publicUrl };
  return {
    async makeSessionReport({ actor, db, params: { id }, body, write }) {
      const session = await loadSession(db, actor, id);
      if (!session) throw notFound('Session');
      const { edition } = body;
      const reading = await readerOf(db, actor, { edition, projectId: session.projectId });
      if (reading.edition === 'client' && !session.released) throw nothingReleased();
      const of = await reportSubject(db, { kind: 'session', id, projectId: session.projectId });
      const gathered = await gatherSessionReport({ ...deps, db, ...reading }, { id, pictures: body.pictures });
      const state = await desk.order({ ...gathered, person: actor.id, subject: of });
      const subject = { kind: 'session', id, name: `Session #${id}` } as const;
      const after = { edition: reading.edition, pictures: body.pictures };
      await write((context) =>
        recordAct(context, { by: actor.id, act: 'reportMade', subject, projectId: session.projectId, after }),
      );
      return state;
    },

    async makePeriodReport({ actor, db, params: { id }, body, write }) {
      if (!(await isVisible(db, actor, { kind: 'project', id }))) throw notFound('Project');
      const { edition, ...wanted } = body;
      const reading = await readerOf(db, actor, { edition, projectId: id });
      const of = await reportSubject(db, { kind: 'project', id, projectId: id });
      const gathered = await gatherPeriodReport({ ...deps, db, ...reading }, { ...wanted, projectId: id });
      const state = await desk.order({ ...gathered, person: actor.id, subject: of });
      const subject = { kind: 'project', id, name: gathered.report.title } as const;
      const after = { edition: reading.edition, from: body.from, to: body.to };
      await write((context) => recordAct(context, { by: actor.id, act: 'reportMade', subject, projectId: id, after }));
      return state;
    },

    async periodPreview({ actor, db, params: { id }, query: { edition, ...days } }) {
      if (!(await isVisible(db, actor, { kind: 'project', id }))) throw notFound('Project');
      const { reader } = await readerOf(db, actor, { edition, projectId: id });
      return previewPeriod({ db, reader }, { ...days, projectId: id });
    },

    reportState: async ({ actor, params: { key } }) => desk.state(actor.id, key),

    async cancelReport({ actor, params: { key } }) {
      desk.cancel(actor.id, key);
      return ok;
    },

    async reportFile({ actor, db, params: { key }, request, reply }) {
      const of = desk.subjectOf(actor.id, key);
      const present = await reportSubject(db, of);
      // What they might see when they asked for it; of a picture that was taken back since, nobody keeps it.
      if (present.takenBack !== of.takenBack || !(await isVisible(db, actor, of))) throw notFound('Report');
      const { body, bytes, name } = await desk.file(actor.id, key);
      reply.headers({ ...reportHeaders({ name, bytes }), 'cache-control': 'no-store' });
      if (request.method !== 'HEAD') return reply.send(body);
      body.destroy();
      return reply.send('');
    },
  };
}
