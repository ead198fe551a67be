// The queue of outgoing messages: mail, push and calls to other programs, written in the transaction of their event (behaviour §18.1).
import { sql } from 'kysely';
import type { Channel, MailKind } from '#contract/notifications/notification-preferences.ts';
import type { Config } from '#server/config.ts';
import type { Outbox, WriteContext } from '#server/db/transaction.ts';
import { queueChannel } from '#server/jobs/queue.ts';
import type { SealedBox } from '#server/lib/secrets/sealed-box.ts';

/** `path` is within the product, `/sessions/7`; the email shows it below PUBLIC_URL. */
export type MailContent = {
  subject: string;
  heading: string;
  paragraphs: string[];
  pictures?: MailPicture[];
  list?: MailEntry[];
  sections?: MailSection[];
  action?: MailAction;
};

export type MailAction = { label: string; path: string };

/** One line of an email, which links to its subject. */
export type MailEntry = { text: string; path: string };

/** It is fetched from `path`, below the product's own address. */
export type MailPicture = { path: string; width: number; height: number; caption: string; alt: string };

/** `pictures` stand side by side; a line with a path links to its subject. */
export type MailSection = {
  title: string;
  lines: (string | MailEntry)[];
  pictures: MailPicture[];
  action: MailAction;
};

/** An email that is built when it is sent, or why there is none. */
export type Composed = { content: MailContent } | { dropped: string };

/** An account, whose address and name are read when it is sent, or somebody without one. */
type MailRecipient = { userId: number } | { address: string; name: string };

/**
 * What waits, decrypted: `letter` is what 0.1.0, which may serve beside this version, calls its content. `by`: who caused it, where the mail
 * names them.
 */
export type MailPayload = { to: { address: string; name: string } | null; letter: MailContent; by?: number };

/**
 * When it is sent at the earliest, the notice after whose reading it is no longer sent, and what it shares its pace with
 * (deliveries/pace.ts); without that it goes at once, however many there are.
 */
type Timing = { notBefore?: Date | null; notificationId?: number | null; pace?: string };

export type NewMail = Timing & { to: MailRecipient; kind: MailKind; content: MailContent; by?: number; key: string };

/** `recipient`: the person it is for, null for nobody's. */
export type NewDelivery = Timing & {
  channel: Channel;
  kind: string;
  recipient: number | null;
  payload: object;
  key: string;
};

/** Addresses in what is sent are below PUBLIC_URL: without it nothing is. */
export function readyChannels({ publicUrl, smtp }: Pick<Config, 'publicUrl' | 'smtp'>): ReadonlySet<Channel> {
  if (publicUrl === null) return new Set();
  return new Set<Channel>(smtp === null ? ['push', 'webhook'] : ['mail', 'push', 'webhook']);
}

/** What the transactions of this process hand over to. */
export function createOutbox(
  config: Pick<Config, 'publicUrl' | 'smtp' | 'gatherMinutes'>,
  { seal }: SealedBox,
): Outbox {
  return { ready: readyChannels(config), seal, gatherMinutes: config.gatherMinutes };
}

/** Whether mail can be sent at all; what needs it says so where it cannot. */
export function mailReady({ outbox }: Pick<WriteContext, 'outbox'>): boolean {
  return outbox.ready.has('mail');
}

const rowOf = ({ seal }: Outbox) =>
  function toRow({ channel, kind, recipient, payload, key, pace, notBefore, notificationId }: NewDelivery) {
    const sealed = seal(JSON.stringify(payload)).toString('hex');
    return {
      channel,
      kind,
      key,
      sealed,
      user_id: recipient,
      notification_id: notificationId ?? null,
      due_at: notBefore ?? null,
      pace: pace ?? null,
    };
  };

/**
 * Queues several in one statement. They exist from the commit on, and wake the lanes of every process then. What has a key that was used
 * before, in whatever state, is left out; so is what no way is set up for.
 */
export async function queueDeliveries({ tx, outbox }: WriteContext, deliveries: readonly NewDelivery[]): Promise<void> {
  const rows = deliveries.filter(({ channel }) => outbox.ready.has(channel)).map(rowOf(outbox));
  if (rows.length === 0) return;
  await sql`with queued as (
      insert into deliveries (channel, kind, key, user_id, notification_id, payload, due_at, give_up_at, pace)
      select channel, kind, key, user_id, notification_id, decode(sealed, 'hex'), coalesce(due_at, now()),
        coalesce(due_at, now()) + interval '3 days', pace
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (channel text, kind text, key text, sealed text,
        user_id integer, notification_id integer, due_at timestamptz, pace text)
      on conflict (channel, key) do nothing returning channel)
    select pg_notify(${queueChannel}, channel) from (select distinct channel from queued) c`.execute(tx);
}

/** A mail that is sent once, after the commit; never a second one with the same key. Without SMTP_URL and PUBLIC_URL: none. */
export async function queueMail(context: WriteContext, { to, content, by, ...mail }: NewMail): Promise<void> {
  const recipient = 'userId' in to ? to.userId : null;
  const payload: MailPayload = { to: 'userId' in to ? null : to, letter: content, ...(by !== undefined && { by }) };
  await queueDeliveries(context, [{ ...mail, channel: 'mail', recipient, payload }]);
}
