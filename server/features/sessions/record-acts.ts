// What the audit log keeps of acts on sessions: reviews, removals, and what changes what clients read.

import { type SessionField, sessionFieldNames, sessionFields } from '#contract/core/session-fields.ts';
import type { AuditAct } from '#contract/overview/audit-log.ts';
import type { SessionStatus } from '#contract/sessions/endpoints.ts';
import type { SessionContent } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { changedFacts, recordAct } from '#server/features/audit/handlers.ts';

type SessionAct = {
  by: number | null;
  act: AuditAct;
  session: { id: number; project_id: number };
  before?: object;
  after?: object;
};

export async function recordSession(context: WriteContext, { session, ...record }: SessionAct): Promise<void> {
  const subject = { kind: 'session', id: session.id, name: `Session #${session.id}` } as const;
  await recordAct(context, { ...record, projectId: session.project_id, subject });
}

type Facts = { [F in SessionField]: unknown } & { projectId: number; siteId: number | null; status: SessionStatus };

function factsOf(content: SessionContent, status: SessionStatus): Facts {
  const fields = sessionFieldNames.map((name) => [name, content[sessionFields[name].column]]);
  const values = Object.fromEntries(fields) as { [F in SessionField]: unknown };
  return { ...values, projectId: content.project_id, siteId: content.site_id, status };
}

type State = { content: SessionContent; status: SessionStatus };

/** Of a session that clients read, or once did. */
export async function recordReleasedEdit(
  context: WriteContext,
  edit: { by: number; session: { id: number; project_id: number }; before: State; after: State },
): Promise<void> {
  const { by, session, before, after } = edit;
  const changed = changedFacts(factsOf(before.content, before.status), factsOf(after.content, after.status));
  if (changed) await recordSession(context, { by, act: 'releasedSessionEdited', session, ...changed });
}
