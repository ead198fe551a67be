// Checks right before sending whether a delivery is still wanted, and whether now (behaviour §18.3).
import { type Kysely, sql } from 'kysely';
import type { RowKind } from '#contract/core/endpoint.ts';
import {
  type DigestRhythm,
  isOnByDefault,
  isOptionalMail,
  type NoticeChannel,
  type NotificationType,
  noticeChannels,
  notificationTypes,
} from '#contract/notifications/notification-preferences.ts';
import type { Person, Role } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadSettings } from '#server/db/settings/company-settings.ts';
import { isVisible, sessionView, visibleDisputes, visibleProjects, visibleSessions } from '#server/visibility.ts';
import { endOfQuiet, type QuietHours } from './quiet-hours.ts';
import type { DeliveryRow } from './rows.ts';
import type { NotNow } from './worker.ts';

type Facts = QuietHours & {
  role: Role;
  closed: boolean;
  read: boolean | null;
  enabled: boolean | null;
  muted: boolean;
  projectId: number | null;
  sessionId: number | null;
  disputeId: number | null;
  digest: DigestRhythm | null;
};

async function loadFacts(db: Kysely<Tables>, row: DeliveryRow): Promise<Facts | null> {
  const found = await sql<Facts>`
    select u.role, u.closed_at is not null as closed, n.is_read as read, c.enabled, m.user_id is not null as muted,
      n.related_project_id as "projectId", n.related_session_id as "sessionId", n.related_dispute_id as "disputeId",
      ns.quiet_from as "quietFrom", ns.quiet_until as "quietUntil", ns.time_zone as "timeZone",
      ns.digest
    from users u
    left join notifications n on n.id = ${row.notificationId}::integer
    left join sessions s on s.id = n.related_session_id
    left join notification_choices c on c.user_id = u.id and c.kind = ${row.kind} and c.channel = ${row.channel}
    left join notification_settings ns on ns.user_id = u.id
    left join muted_projects m on m.user_id = u.id and m.project_id = coalesce(n.related_project_id, s.project_id)
    where u.id = ${row.userId}::integer`.execute(db);
  return found.rows[0] ?? null;
}

/** A notification's row may have been taken from its reader since: a removed session, a membership that ended. */
async function isHidden(db: Kysely<Tables>, person: Person, facts: Facts): Promise<boolean> {
  const rows: [RowKind, number | null][] = [
    ['dispute', facts.disputeId],
    ['session', facts.sessionId],
    ['project', facts.projectId],
  ];
  const [named] = rows.flatMap(([kind, id]) => (id === null ? [] : [{ kind, id }]));
  return named !== undefined && !(await isVisible(db, person, named));
}

function isTurnedOff({ kind, channel }: DeliveryRow, { enabled, muted, digest }: Facts): boolean {
  if (muted || (kind === 'digest' && digest === 'never')) return true;
  const type = notificationTypes.find((each) => each === kind) as NotificationType | undefined;
  const way = noticeChannels.find((each) => each === channel) as NoticeChannel | undefined;
  return type !== undefined && way !== undefined && !(enabled ?? isOnByDefault(type, way));
}

/** Null: send it. What somebody waits for, or needs to stay safe, is sent at any hour. */
export async function reasonToWait(
  { db, settings }: { db: Kysely<Tables>; settings: ReadSettings },
  row: DeliveryRow,
): Promise<NotNow | null> {
  if (row.userId === null) return null;
  const facts = await loadFacts(db, row);
  if (!facts || facts.closed) return { dropped: 'The account is closed.' };
  if (!isOptionalMail(row.kind)) return null;
  // A notification that no longer exists was removed with its subject.
  if (row.notificationId !== null && facts.read !== false) return { dropped: 'It has already been read.' };
  if (isTurnedOff(row, facts)) return { dropped: 'The recipient turned it off.' };
  if (await isHidden(db, { kind: 'person', id: row.userId, role: facts.role }, facts))
    return { dropped: 'The recipient may no longer see it.' };
  const later = endOfQuiet(facts, (await settings()).timeZone);
  return later && { later };
}

/** The notifications in a bundle that their reader still wants, in order: not read, removed or muted, and still visible to them. */
export async function noticesStillWanted(
  db: Kysely<Tables>,
  { id, userId }: Pick<DeliveryRow, 'id' | 'userId'>,
): Promise<number[]> {
  const reader = userId === null ? null : await findReader(db, userId);
  if (!reader) return [];
  const found = await sql<{ id: number }>`
    select n.id from deliveries m join notifications n on n.id = m.notification_id
    left join sessions related on related.id = n.related_session_id
    where m.bundle_id = ${id} and not n.is_read
      and not exists (select 1 from muted_projects mp where mp.user_id = ${reader.id}
        and mp.project_id = coalesce(n.related_project_id, related.project_id))
      and case when n.related_dispute_id is not null
          then exists (select 1 from disputes d where d.id = n.related_dispute_id and ${visibleDisputes(reader)})
        when n.related_session_id is not null
          then exists (select 1 from ${sql.table(sessionView(reader))} s where s.id = n.related_session_id and ${visibleSessions(reader)})
        when n.related_project_id is not null
          then exists (select 1 from projects p where p.id = n.related_project_id and ${visibleProjects(reader)})
        else true end
    order by n.id`.execute(db);
  return found.rows.map((row) => row.id);
}

// Whom a mail is for, as they are now: with the role that they have, and nobody whose account is closed.
export async function findReader(db: Kysely<Tables>, userId: number): Promise<Person | null> {
  const found = await sql<{ role: Role }>`select role from users where id = ${userId} and closed_at is null`.execute(
    db,
  );
  return found.rows[0] ? { kind: 'person', id: userId, role: found.rows[0].role } : null;
}
