// What each person is notified of outside the product: their choices, quiet hours, digest, and muted projects (behaviour §18.3).
import { type Kysely, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import {
  isOnByDefault,
  type NotificationChoice,
  type NotificationPreferences,
  noticeChannels,
  noticeKindsOf,
} from '#contract/notifications/notification-preferences.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadDefaults, ReadSettings } from '#server/db/settings/company-settings.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { invalid, notFound, stale } from '#server/lib/problem.ts';
import { isVisible, visibleProjects } from '#server/visibility.ts';
import { releaseHeld } from './deliveries/quiet-hours.ts';

type Dependencies = { mailReady: boolean; settings: ReadSettings; defaults: ReadDefaults };
type Edit = Pick<NotificationPreferences, 'digest' | 'quietFrom' | 'quietUntil' | 'timeZone'>;
type Stored = Edit & Pick<NotificationPreferences, 'email' | 'mailRefused' | 'version'>;
type Choice = { kind: string; channel: string; enabled: boolean };

async function loadStored(db: Kysely<Tables>, id: number, defaults: ReadDefaults): Promise<Stored> {
  const { digest } = await defaults(db);
  const found = await sql<Stored>`
    select u.email, (select b.reason from bounced_addresses b where b.address = lower(u.email)) as "mailRefused",
      coalesce(ns.digest, ${digest}) as digest, to_char(ns.quiet_from, 'HH24:MI') as "quietFrom",
      to_char(ns.quiet_until, 'HH24:MI') as "quietUntil", ns.time_zone as "timeZone", coalesce(ns.version, 1) as version
    from users u left join notification_settings ns on ns.user_id = u.id where u.id = ${id}`.execute(db);
  const [row] = found.rows;
  if (!row) throw notFound('User');
  return row;
}

async function loadChoices(db: Kysely<Tables>, { id, role }: Person): Promise<NotificationChoice[]> {
  const found =
    await sql<Choice>`select kind, channel, enabled from notification_choices where user_id = ${id}`.execute(db);
  const chosen = new Map(found.rows.map(({ kind, channel, enabled }) => [`${kind} ${channel}`, enabled]));
  return noticeKindsOf(role).map((kind) => {
    const [mail = false, push = false] = noticeChannels.map(
      (channel) => chosen.get(`${kind} ${channel}`) ?? isOnByDefault(kind, channel),
    );
    return { kind, mail, push };
  });
}

async function loadMuted(db: Kysely<Tables>, actor: Person) {
  const found = await sql<{ id: number; name: string }>`select p.id, p.name from muted_projects m
    join projects p on p.id = m.project_id
    where m.user_id = ${actor.id} and ${visibleProjects(actor)} order by lower(p.name), p.id`.execute(db);
  return found.rows;
}

async function load(db: Kysely<Tables>, actor: Person, { mailReady, settings, defaults }: Dependencies) {
  const stored = await loadStored(db, actor.id, defaults);
  return {
    ...stored,
    mailReady,
    choices: await loadChoices(db, actor),
    companyTimeZone: (await settings()).timeZone,
    mutedProjects: await loadMuted(db, actor),
  };
}

/** Choices that equal the defaults are stored too: a later change of the defaults changes nobody's choice. */
async function saveChoices({ tx }: WriteContext, id: number, choices: readonly NotificationChoice[]): Promise<void> {
  const rows = choices.flatMap(({ kind, mail, push }) => [
    { kind, channel: 'mail', enabled: mail },
    { kind, channel: 'push', enabled: push },
  ]);
  await sql`insert into notification_choices (user_id, kind, channel, enabled)
    select ${id}, kind, channel, enabled
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (kind text, channel text, enabled boolean)
    on conflict (user_id, kind, channel) do update set enabled = excluded.enabled`.execute(tx);
}

/** Waits for a concurrent edit of the same person; returns the present version. */
async function lockSettings({ tx }: WriteContext, id: number): Promise<number> {
  await sql`insert into notification_settings (user_id) values (${id}) on conflict do nothing`.execute(tx);
  const found = await sql<{ version: number }>`
    select version from notification_settings where user_id = ${id} for update`.execute(tx);
  return found.rows[0]?.version ?? 1;
}

async function saveSettings({ tx }: WriteContext, id: number, edit: Edit): Promise<void> {
  await sql`update notification_settings set digest = ${edit.digest}, quiet_from = ${edit.quietFrom}::time,
    quiet_until = ${edit.quietUntil}::time, time_zone = ${edit.timeZone}, version = version + 1, updated_at = now()
    where user_id = ${id}`.execute(tx);
}

function requireKinds({ role }: Person, choices: readonly NotificationChoice[]): void {
  const kinds = noticeKindsOf(role);
  const [foreign] = choices.filter(({ kind }) => !kinds.includes(kind));
  if (foreign) throw invalid('choices', `Your role gets no notifications of ${foreign.kind}`);
  if (new Set(choices.map(({ kind }) => kind)).size < choices.length)
    throw invalid('choices', 'Name each kind only once');
}

export function notificationPreferences(deps: Dependencies): Handlers<typeof api.notificationPreferences> {
  return {
    notificationPreferences: ({ actor, db }) => load(db, actor, deps),

    editNotificationPreferences({ actor, body, write }) {
      requireKinds(actor, body.choices);
      return write(async (context) => {
        const present = await lockSettings(context, actor.id);
        if ((body.version ?? present) !== present)
          throw stale('page of notifications', await load(context.tx, actor, deps));
        const before = await loadStored(context.tx, actor.id, deps.defaults);
        await saveChoices(context, actor.id, body.choices);
        await saveSettings(context, actor.id, body);
        const { timeZone: companyZone } = await deps.settings();
        await releaseHeld(context, { userId: actor.id, before, companyZone });
        return load(context.tx, actor, deps);
      });
    },

    muteProject({ actor, params, body, write }) {
      return write(async ({ tx }) => {
        const mine = sql`user_id = ${actor.id} and project_id = ${params.id}`;
        // People may still unmute a project that they no longer see.
        if (!body.muted) await sql`delete from muted_projects where ${mine}`.execute(tx);
        else {
          if (!(await isVisible(tx, actor, { kind: 'project', id: params.id }))) throw notFound('Project');
          await sql`insert into muted_projects (user_id, project_id) values (${actor.id}, ${params.id})
            on conflict do nothing`.execute(tx);
        }
        return { muted: body.muted };
      });
    },
  };
}

/**
 * Turns one kind of mail off for a person, as the link in each email does; `digest` is a kind of mail too. A settings page that was opened
 * before is then stale (behaviour §18.3): saving it would turn the mail on again.
 */
export async function turnMailOff(context: WriteContext, { userId, kind }: { userId: number; kind: string }) {
  const { tx } = context;
  await lockSettings(context, userId);
  if (kind !== 'digest')
    await sql`insert into notification_choices (user_id, kind, channel, enabled) values (${userId}, ${kind}, 'mail', false)
      on conflict (user_id, kind, channel) do update set enabled = false`.execute(tx);
  await sql`update notification_settings set digest = case when ${kind} = 'digest' then 'never' else digest end,
    version = version + 1, updated_at = now() where user_id = ${userId}`.execute(tx);
}
