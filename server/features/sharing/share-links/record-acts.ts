// What the audit log keeps of share links: never a token or a PIN.
import { sql } from 'kysely';
import type { AuditAct } from '#contract/overview/audit-log.ts';
import type { ShareScope } from '#contract/policy.ts';
import type { StoredReport } from '#contract/sharing/endpoints.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { recordAct } from '#server/features/audit/handlers.ts';

type LinkFacts = {
  recipient: string;
  projectId: number;
  scope: ShareScope;
  sessionId: number | null;
  otherSessionId: number | null;
  viewpointId: number | null;
  report: StoredReport | null;
  pin: boolean;
  downloads: boolean;
  players: boolean;
  embedSites: string[];
  questions: boolean;
  expiresAt: string | null;
};

/** `guest`: whoever opened it, or entered its PIN. */
type LinkAct = { id: number; act: AuditAct; by: number | null; guest?: true };

export async function recordLink(context: WriteContext, { id, act, by, guest }: LinkAct): Promise<void> {
  const found = await sql<LinkFacts>`select recipient, project_id as "projectId", scope, session_id as "sessionId",
      other_session_id as "otherSessionId", viewpoint_id as "viewpointId", report, pin_seal is not null as pin, downloads, players,
      embed_sites as "embedSites", questions,
      expires_at as "expiresAt"
    from share_links where id = ${id}`.execute(context.tx);
  const { projectId, ...facts } = found.rows[0] as LinkFacts;
  await recordAct(context, {
    by,
    act,
    subject: { kind: 'shareLink', id, name: facts.recipient },
    projectId,
    ...(guest ? { guest: `Share link for ${facts.recipient}` } : {}),
    ...(act === 'shareLinkCreated' ? { after: facts } : {}),
  });
}
