// Sends queued mail: looks up the reader, renders the email, and remembers refused addresses.
import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { isOptionalMail, noticeKindLabel } from '#contract/notifications/notification-preferences.ts';
import type { SmtpServer } from '#server/config/mail.ts';
import type { Config } from '#server/config.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadBrand, ShownBrand } from '#server/db/settings/brand.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import type {
  Composed,
  MailAction,
  MailContent,
  MailPayload,
  MailPicture,
} from '#server/features/notifications/deliveries.ts';
import { reasonOf } from '#server/jobs/queue.ts';
import { createSigner } from '#server/lib/secrets/tokens.ts';
import { oneLine, renderMail } from './mail-template.ts';
import { MailRefused, type Message, sendSmtp } from './send-smtp.ts';
import type { Delivery, DeliveryOutcome, DeliverySender } from './worker.ts';

type MailSettings = Pick<Config, 'mailFrom' | 'secret'> & { smtp: SmtpServer; publicUrl: string };
type Recipient = { address: string; name: string };
type Composing = Pick<Delivery, 'id' | 'isBundle' | 'notificationId' | 'payload'>;
export type MailComposer = (userId: number, delivery: Composing) => Promise<Composed | null>;

type Dependencies = {
  db: Kysely<Tables>;
  write: RunTransaction;
  settings: MailSettings;
  brand: ReadBrand;
  /** Builds the emails of kinds that say what holds when they are sent; null: as it was queued. */
  composers: Partial<Record<string, MailComposer>>;
  /** Where the email of a notification leads; null for one that is gone. */
  actionOf(notificationId: number): Promise<MailAction | null>;
  /** What it is about, where that is a place in a picture. */
  pictureOf(notificationId: number): Promise<MailPicture | null>;
  /** The email for many notifications. */
  bundleOf(bundle: Delivery): Promise<Composed>;
};

/** An address that was refused is left in peace for so long, by mail that nobody waits for. */
const bouncedFor = '7 days';

/** null: the account is closed, or has no address. */
async function recipientOf(db: Kysely<Tables>, delivery: Delivery): Promise<Recipient | null> {
  const { to } = delivery.payload as MailPayload;
  if (delivery.userId === null) return to;
  const found = await sql<Recipient>`select u.email as address, u.first_name || ' ' || u.last_name as name
    from users u where u.id = ${delivery.userId} and u.closed_at is null and u.email is not null`.execute(db);
  return found.rows[0] ?? null;
}

/** Whether the address was refused the last time, and whether that is to be heeded still. */
async function bounceOf(db: Kysely<Tables>, address: string): Promise<{ known: boolean; recent: boolean }> {
  const found = await sql<{ recent: boolean }>`select bounced_at > now() - ${bouncedFor}::interval as recent
    from bounced_addresses where address = ${address.toLowerCase()}`.execute(db);
  return { known: found.rows.length > 0, recent: found.rows[0]?.recent ?? false };
}

type Found = Recipient & { wasBounced: boolean };

/** Who it is for, or why it is for nobody. */
async function findRecipient(db: Kysely<Tables>, delivery: Delivery): Promise<Found | { dropped: string }> {
  const recipient = await recipientOf(db, delivery);
  if (!recipient) return { dropped: 'The account or its address no longer exists.' };
  const { known, recent } = await bounceOf(db, recipient.address);
  if (recent && isOptionalMail(delivery.kind)) return { dropped: 'The address was refused before.' };
  return { ...recipient, wasBounced: known };
}

/** The same each time that it is sent, so that whoever gets it twice sees it once. */
function messageIdOf({ secret, publicUrl }: Pick<MailSettings, 'secret' | 'publicUrl'>, key: string): string {
  const id = createHmac('sha256', secret).update(`message id ${key}`).digest('hex').slice(0, 32);
  return `${id}@${new URL(publicUrl).hostname}`;
}

/** Why it came and how to end it, as links and as headers that mail programs show as a button (RFC 2369, RFC 8058). */
function frameOf({ publicUrl, secret }: MailSettings, brand: ShownBrand, { kind, userId }: Delivery) {
  const name = oneLine(brand.name);
  if (userId === null || !isOptionalMail(kind))
    return { reason: `You get this email because ${name} works with you.`, links: [], headers: {} };
  const unsubscribe = `${publicUrl}/unsubscribe/${makeUnsubscribeToken(secret, { userId, kind })}`;
  const what = kind === 'digest' ? 'the digest of your projects' : `“${noticeKindLabel(kind)}”`;
  return {
    reason: `You get this email because emails about ${what} are turned on.`,
    links: [
      { label: 'Unsubscribe', url: unsubscribe },
      { label: 'Notification settings', url: `${publicUrl}/profile#notifications` },
    ],
    headers: {
      'List-Id': `${name.replace(/[<>"]/g, ' ')} <${kind.replaceAll('_', '-')}.${new URL(publicUrl).hostname}>`,
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

function toMessage(
  settings: MailSettings,
  delivery: Delivery,
  { to, content, brand }: { to: Recipient; content: MailContent; brand: ShownBrand },
): Message {
  const { publicUrl, mailFrom } = settings;
  const { headers, ...frame } = frameOf(settings, brand, delivery);
  return {
    ...renderMail(content, { brand, publicUrl, ...frame }),
    from: { name: oneLine(mailFrom.name ?? brand.name), address: mailFrom.address },
    to: { name: oneLine(to.name), address: to.address },
    messageId: messageIdOf(settings, delivery.key),
    headers: { ...headers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}

async function contentOf(deps: Dependencies, delivery: Delivery): Promise<Composed> {
  const { composers, actionOf, pictureOf } = deps;
  const { kind, userId, notificationId, payload } = delivery;
  const composed = userId === null ? null : await composers[kind]?.(userId, delivery);
  if (composed) return composed;
  if (delivery.isBundle) return deps.bundleOf(delivery);
  // Rows of versions between 0.1.0 and 0.2.0 have it under another name.
  const { content: former, letter: content = former } = payload as Partial<MailPayload> & { content: MailContent };
  if (notificationId === null) return { content };
  const [action, picture] = [await actionOf(notificationId), await pictureOf(notificationId)];
  return { content: { ...content, ...(action && { action }), ...(picture && { pictures: [picture] }) } };
}

/** `refusal` null: it takes mail. Admins see the mark in the list of accounts. */
async function markAddress({ write }: Dependencies, address: string, refusal: string | null): Promise<void> {
  const key = address.toLowerCase();
  await write({ topics: ['users'] }, async ({ tx, events }) => {
    if (refusal === null) await sql`delete from bounced_addresses where address = ${key}`.execute(tx);
    else
      await sql`insert into bounced_addresses (address, reason) values (${key}, ${refusal})
        on conflict (address) do update set reason = excluded.reason, bounced_at = now()`.execute(tx);
    events.invalidateFor({ admins: true });
  });
}

export function createMailSender(deps: Dependencies): DeliverySender {
  const { db, settings } = deps;
  return async (delivery, signal): Promise<DeliveryOutcome> => {
    const recipient = await findRecipient(db, delivery);
    if ('dropped' in recipient) return recipient;
    const composed = await contentOf(deps, delivery);
    if ('dropped' in composed) return composed;
    const { address, wasBounced } = recipient;
    const brand = await deps.brand();
    try {
      await sendSmtp(settings.smtp, toMessage(settings, delivery, { to: recipient, brand, ...composed }), signal);
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      if (error.bounced) await markAddress(deps, address, reasonOf(error));
      return { refused: error.message };
    }
    // The mail is out, whatever becomes of the mark.
    if (wasBounced) await markAddress(deps, address, null).catch(() => undefined);
    return 'sent';
  };
}

// The tokens of unsubscribe links: each ends one kind of mail for one person, and nothing else.
type Unsubscribe = { userId: number; kind: string };

/** Valid for good: whoever finds an old mail must still be able to end them. */
function makeUnsubscribeToken(secret: string, { userId, kind }: Unsubscribe): string {
  return createSigner(secret, 'unsubscribe').sign(`${userId}.${kind}`);
}

/** null: forged or changed. */
export function readUnsubscribeToken(secret: string, token: string): Unsubscribe | null {
  const payload = createSigner(secret, 'unsubscribe').verify(token);
  const [, id = '', kind = ''] = /^(\d{1,10})\.([a-z_]{1,60})$/.exec(payload ?? '') ?? [];
  return payload === null || Number(id) > 2_147_483_647 ? null : { userId: Number(id), kind };
}
