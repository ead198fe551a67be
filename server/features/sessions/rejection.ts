// The calls about rejections: the company's reasons, flagged pictures with their answers, and what changed since (behaviour §22).
import type { Kysely } from 'kysely';
import type { api } from '#contract/api.ts';
import type { Person } from '#contract/policy.ts';
import {
  editableReasons,
  type ReasonSettings,
  type SavedReasons,
  type SessionFlags,
} from '#contract/sessions/rejection.ts';
import type { Tables } from '#server/db/schema.ts';
import { readReasons, reasonsKey } from '#server/db/settings/setting-rows.ts';
import type { ListLinkedFiles } from '#server/features/media/linked-files.ts';
import { listingMilliseconds } from '#server/features/media/session-link.ts';
import { editSettings } from '#server/features/settings/company-settings.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { notFound } from '#server/lib/problem.ts';
import type { Thumbnails } from '#server/media/images/thumbnails.ts';
import { isVisible } from '#server/visibility.ts';
import { readChanges } from './rejection/changes.ts';
import { readFlags, toFlaggedPictures } from './rejection/flags.ts';
import {
  aboutRejection,
  readFormer,
  readKeptFiles,
  readLastRejection,
  sendFormer,
} from './rejection/last-rejection.ts';

type Reasons = { reasons: ReasonSettings };

/** Each reason as one value: its sentence, or that it is switched off. */
function factsOf({ reasons }: Reasons) {
  return Object.fromEntries(
    editableReasons.map((code) => [code, `${reasons[code].sentence}${reasons[code].enabled ? '' : ' (switched off)'}`]),
  );
}

const reasonsPart = {
  name: 'Reasons for sending back',
  word: 'list of reasons',
  read: readReasons,
  factsOf,
  rowsOf: ({ reasons }: Reasons) => ({ [reasonsKey]: reasons }),
};

async function requireSession(db: Kysely<Tables>, actor: Person, id: number): Promise<void> {
  if (!(await isVisible(db, actor, { kind: 'session', id }))) throw notFound('Session');
}

/** Folders are listed only if there is something to find in them. */
async function flagsOf(db: Kysely<Tables>, sessionId: number, listLinked: ListLinkedFiles): Promise<SessionFlags> {
  const last = await readLastRejection(db, sessionId);
  const stored = last ? await readFlags(db, last.recordId) : [];
  if (!last || stored.length === 0) return { ...aboutRejection(last), flags: [] };
  const [linked, kept] = await Promise.all([listLinked(sessionId), readKeptFiles(db, last.recordId)]);
  return { ...aboutRejection(last), flags: toFlaggedPictures(stored, { sessionId, last, kept, linked }) };
}

export const rejectionReasons: Handlers<typeof api.rejectionReasons> = {
  rejectionReasons: ({ db }) => readReasons(db),
  editRejectionReasons: ({ actor, body, write }) =>
    editSettings<Reasons, SavedReasons>(reasonsPart, {
      actor,
      write,
      version: body.version,
      change: () => ({ reasons: body.reasons }),
    }),
};

export function rejection(listLinked: ListLinkedFiles, thumbnails: Thumbnails): Handlers<typeof api.rejection> {
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

    async formerPicture({ actor, db, params, request, reply }) {
      await requireSession(db, actor, params.id);
      return sendFormer(thumbnails, await readFormer(db, params), { request, reply, size: params.size });
    },
  };
}
