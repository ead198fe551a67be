// What database, bucket and mailbox hold after servers died under load, against what people were promised.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Cluster } from '#bench/lib/cluster.ts';
import { countNotices } from '#bench/server/upgrade-audit.ts';
import { countDeliveryKills, type DeliveryKills } from '#server/test-support/processes/delivery-kills.ts';
import type { ArrivedMail } from '#server/test-support/servers/mailbox.ts';
import { uploadedContent } from '#server/test-support/servers/swift.ts';
import type { Acknowledged } from './people.ts';

/** Mails that one process sends at a time (server/app/outgoing.ts). */
const workers = 4;

/** Of what was acknowledged: uploads that are not there, or of which a byte differs. */
export async function countDiffering({ database, swift }: Cluster, uploads: Acknowledged['uploads']): Promise<number> {
  const found = await database.query
    .selectFrom('upload_files')
    .select(['id', 'sha256'])
    .where('id', 'in', ['', ...uploads.keys()])
    .where('state', '=', 'kept')
    .execute();
  let whole = 0;
  for (const { id, sha256 } of found) {
    const bytes = await uploadedContent(swift.bucket, sha256 ?? '');
    if (createHash('sha256').update(bytes).digest('hex') === uploads.get(id)) whole++;
  }
  return uploads.size - whole;
}

const isOfOwnAddress = ({ to }: ArrivedMail) => to.some((address) => /^(guest-|forgetful)/.test(address));

/** The mails that each have an address of their own: invitations, and links for a new password. */
export async function countMails({ database, mailbox }: Cluster, kills: number): Promise<DeliveryKills> {
  const rows = await database.query
    .selectFrom('deliveries')
    .select(['state', 'attempts'])
    .where('channel', '=', 'mail')
    .where('kind', 'in', ['invitation', 'password_reset'])
    .execute();
  return countDeliveryKills({ kills, workers, rows, mails: mailbox.mails.filter(isOfOwnAddress) });
}

/** Mails about releases, and about links that ended, go out together: each of those notices is in one of them. */
export async function countNoticesByMail({ database, mailbox }: Cluster) {
  const notices = await database.query
    .selectFrom('notifications')
    .select('id')
    .where('type', 'in', ['session_approved', 'share_ended'])
    .execute();
  return { queued: notices.length, sent: countNotices(mailbox.mails.filter((mail) => !isOfOwnAddress(mail))) };
}

/** As if the ten minutes were over in which a server that died keeps the jobs that it had taken. */
export async function endLeases({ database }: Cluster): Promise<void> {
  await sql`update jobs set run_at = now() where kind = 'passwordReset' and attempts > 0`.execute(database.query);
}

/** `links` for new passwords, one by each job; `notOnce`: people who got none, or more than they asked for. */
export async function countResets({ database }: Cluster, resets: Acknowledged['resets']) {
  const links = await database.query
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.user_id')
    .select('users.username')
    .where('kind', '=', 'reset')
    .execute();
  const times = new Map<string, number>();
  for (const { username } of links) times.set(username, (times.get(username) ?? 0) + 1);
  const notOnce = [...new Set([...times.keys(), ...resets.keys()])].filter((name) => {
    const made = times.get(name) ?? 0;
    return made < 1 || made > (resets.get(name) ?? 0);
  });
  return { links: links.length, notOnce: notOnce.length };
}

export async function countSessions({ database }: Cluster, { sessions, approved }: Acknowledged) {
  const { rows } = await sql<{ id: number; notes: string; status: string; approvals: number; notified: number }>`
    select s.id, s.notes, s.status,
      (select count(*) from audit_log a where a.act = 'sessionApproved' and a.subject_kind = 'session' and a.subject_id = s.id) as approvals,
      (select count(*) from notifications n where n.related_session_id = s.id and n.type = 'session_submitted') as notified
    from sessions s`.execute(database.query);
  const kept = new Map(rows.map((row) => [row.id, row]));
  return {
    lost: [...sessions].filter(([notes, { id }]) => kept.get(id)?.notes !== notes).length,
    doubled: rows.length - new Set(rows.map(({ notes }) => notes)).size,
    notApproved: [...approved].filter((id) => kept.get(id)?.status !== 'approved').length,
    notRecordedOnce: rows.filter(({ id, approvals }) => approvals !== (approved.has(id) ? 1 : 0)).length,
    notNotifiedOnce: rows.filter(({ notified }) => notified !== 1).length,
  };
}
