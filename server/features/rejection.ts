// The calls about rejections: the company's reasons, flagged pictures with their answers, and what changed since (behaviour §22).
import type { Kysely } from 'kysely';
import type { api } from '#contract/api.ts';
import { fieldOfKind } from '#contract/media.ts';
import type { Person } from '#contract/policy.ts';
import { editableReasons, type ReasonSettings, type SavedReasons, type SessionFlags } from '#contract/rejection.ts';
import { lockReasons, readReasons, saveReasons } from '#server/db/rejection-reasons.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Handlers, RequestContext } from '#server/http/register-routes.ts';
import { notFound, stale } from '#server/lib/problem.ts';
import { isVisible } from '#server/visibility.ts';
import { changedFacts, recordAct } from './audit-log.ts';
import type { ListLinkedFiles } from './media/linked-files.ts';
import { readChanges } from './rejection/changes.ts';
import { readFlags, toFlaggedPicture } from './rejection/flags.ts';
import { aboutRejection, readLastRejection } from './rejection/last-rejection.ts';

/** Each reason as one value: its sentence, or that it is switched off. */
function factsOf(reasons: ReasonSettings) {
  return Object.fromEntries(
    editableReasons.map((code) => [code, `${reasons[code].sentence}${reasons[code].enabled ? '' : ' (switched off)'}`]),
  );
}

function editReasons({ actor, body, write }: RequestContext<typeof api.rejectionReasons.editRejectionReasons>) {
  return write(async (context): Promise<SavedReasons> => {
    const { tx, events } = context;
    const before = await lockReasons(tx);
    if ((body.version ?? before.version) !== before.version) throw stale('list of reasons', before);
    const changed = changedFacts(factsOf(before.reasons), factsOf(body.reasons));
    if (!changed) return before;
    await saveReasons(tx, body.reasons);
    events.invalidateFor({ admins: true });
    const subject = { kind: 'settings', id: null, name: 'Reasons for sending back' } as const;
    await recordAct(context, { by: actor.id, act: 'settingsChanged', subject, ...changed });
    return readReasons(tx);
  });
}

async function requireSession(db: Kysely<Tables>, actor: Person, id: number): Promise<void> {
  if (!(await isVisible(db, actor, { kind: 'session', id }))) throw notFound('Session');
}

/** Folders are listed only where there is something to look for in them. */
async function flagsOf(db: Kysely<Tables>, sessionId: number, listLinked: ListLinkedFiles): Promise<SessionFlags> {
  const last = await readLastRejection(db, sessionId);
  const stored = last ? await readFlags(db, last.recordId) : [];
  if (!last || stored.length === 0) return { ...aboutRejection(last), flags: [] };
  const linked = await listLinked(sessionId);
  const flags = stored.map((flag) =>
    toFlaggedPicture(flag, { sessionId, linked, link: last.after[fieldOfKind[flag.mediaKind]] }),
  );
  return { ...aboutRejection(last), flags };
}

export const rejectionReasons: Handlers<typeof api.rejectionReasons> = {
  rejectionReasons: ({ db }) => readReasons(db),
  editRejectionReasons: editReasons,
};

/** Nothing tells us when files come and go. */
const listingMilliseconds = 1_000;

export function rejection(listLinked: ListLinkedFiles): Handlers<typeof api.rejection> {
  return {
    async sessionFlags({ actor, db, params, cacheFor }) {
      cacheFor(listingMilliseconds);
      await requireSession(db, actor, params.id);
      return flagsOf(db, params.id, listLinked);
    },

    async sessionChanges({ actor, db, params, cacheFor }) {
      cacheFor(listingMilliseconds);
      await requireSession(db, actor, params.id);
      return readChanges(db, { sessionId: params.id, linked: await listLinked(params.id) });
    },
  };
}
