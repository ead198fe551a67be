// Concerns in a report: what is said about them, with their answers and what was cut out around their place.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { formatDate, formatDateTime } from '#contract/core/day-words.ts';
import { type Anchor, anchorAddress } from '#contract/disputes/anchors.ts';
import { disputeStatusLabels } from '#contract/disputes/endpoints.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { readCrop } from '#server/features/disputes/anchors.ts';
import { listDisputes, listMessages } from '#server/features/disputes/queries.ts';
import type { FileIds } from '#server/lib/secrets/file-ids.ts';
import { capitalised } from '#server/lib/words.ts';
import type { ReportAnswer, ReportConcern, ReportCrop } from '#server/media/reports/report-model.ts';
import type { PictureList } from './pairs.ts';
import { fullName, isolated } from './words.ts';

const maxConcerns = 100;
const maxMessages = 500;

type Dispute = Awaited<ReturnType<typeof listDisputes>>[number];
type Message = Awaited<ReturnType<typeof listMessages>>[number];
type Dependencies = {
  db: Kysely<Tables>;
  reader: Person;
  pictures: PictureList;
  timeZone: string;
  publicUrl: string | null;
  fileIds: FileIds;
};

/** In no edition of what was taken back: a report is passed on. It opens the exact view. */
function toCrop(deps: Dependencies, anchor: Anchor | null, what: string): ReportCrop | null {
  const { db, pictures, reader, publicUrl, fileIds } = deps;
  if (!anchor?.cropUrl || anchor.takenBack) return null;
  const { id: anchorId, disputeId, name: caption, mark } = anchor;
  const of = { disputeId, anchorId };
  const picture = pictures.add({ of: 'crop', ...of }, () => readCrop(db, reader, of));
  const url = publicUrl === null ? null : `${publicUrl}${fileIds.sealAddress(anchorAddress(anchor))}`;
  return { picture, caption, alt: `${what}, cropped from ${caption}`, mark, url };
}

const noLongerShown = 'Its picture is no longer shown.';

function toAnswer(deps: Dependencies, { user, createdAt, message, messageType, anchor }: Message): ReportAnswer {
  const shown = messageType === 'comment' ? anchor : null;
  const about = shown && `\n${shown.takenBack ? noLongerShown : `Shows ${isolated(shown.name)}`}`;
  return {
    head: `${fullName(user)}, ${formatDateTime(createdAt, deps.timeZone)}`,
    text: `${message}${about ?? ''}`,
    crop: toCrop(deps, shown, `Picture in the answer of ${fullName(user)}`),
  };
}

function toConcern(deps: Dependencies, dispute: Dispute, messages: readonly Message[]): ReportConcern {
  const { id, priority, status, client, createdAt, reason, captureDate, siteName } = dispute;
  const visit = [siteName && isolated(siteName), formatDate(captureDate)].filter(Boolean).join(', ');
  return {
    heading: `Concern ${id}: ${capitalised(priority)} priority, ${disputeStatusLabels[status].toLowerCase()}`,
    facts: `Raised by ${fullName(client)} on ${formatDateTime(createdAt, deps.timeZone)}, about the visit of ${visit}`,
    text: dispute.anchor?.takenBack ? `${reason}\n${noLongerShown}` : reason,
    crop: toCrop(deps, dispute.anchor, `Place of concern ${id}`),
    answers: messages.filter(({ disputeId }) => disputeId === id).map((message) => toAnswer(deps, message)),
  };
}

const isOpen = ({ status }: Dispute) => status === 'open' || status === 'in_progress';

function nextOf({ id, dueOn, status }: Dispute): string {
  if (dueOn !== null) return `Concern ${id}: the first answer is due on ${formatDate(dueOn)}.`;
  return `Concern ${id} is ${disputeStatusLabels[status].toLowerCase()}.`;
}

/** `where` is about concerns `d` and their sessions `s`; oldest first. `next`: what is still to come of them. */
export async function readConcerns(
  deps: Dependencies,
  where: RawBuilder<unknown>,
): Promise<{ concerns: ReportConcern[]; next: string[] }> {
  const { db, reader } = deps;
  const disputes = (await listDisputes(db, reader, { where, limit: maxConcerns })).reverse();
  if (disputes.length === 0) return { concerns: [], next: [] };
  const ids = disputes.map(({ id }) => id);
  const messages = await listMessages(db, reader, {
    where: sql`m.dispute_id = any(${ids}::integer[])`,
    limit: maxMessages,
  });
  return {
    concerns: disputes.map((dispute) => toConcern(deps, dispute, messages)),
    next: disputes.filter(isOpen).map(nextOf),
  };
}
