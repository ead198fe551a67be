// What leaves the product: mail, push and webhooks, each with its sender and a lane of the queue.
import type { FastifyBaseLogger } from 'fastify';
import type { Channel } from '#contract/notifications/deliveries.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/open.ts';
import type { ReadBrand } from '#server/db/settings/brand.ts';
import type { ReadDefaults } from '#server/db/settings/company-defaults.ts';
import type { ReadSettings } from '#server/db/settings/company-settings.ts';
import type { RunTransaction, WriteContext } from '#server/db/transaction.ts';
import { cutoutOfNotice } from '#server/features/disputes/mail-cutout.ts';
import { mailOfBundle } from '#server/features/notifications/bundle.ts';
import { createMailSender } from '#server/features/notifications/deliveries/mail-sender.ts';
import type { DeliveryRow } from '#server/features/notifications/deliveries/rows.ts';
import { whyNotNow } from '#server/features/notifications/deliveries/wanted.ts';
import {
  createDeliveryWorker,
  type Delivery,
  type DeliverySender,
} from '#server/features/notifications/deliveries/worker.ts';
import { notifyDeliveryFailed } from '#server/features/notifications/handlers.ts';
import { noticeAction } from '#server/features/notifications/mail-action.ts';
import { createPushSender } from '#server/features/notifications/push/send-push.ts';
import { createPushDeliverySender } from '#server/features/notifications/push/sender.ts';
import { createWebhookSender } from '#server/features/notifications/webhooks/deliver.ts';
import { digestJob } from '#server/features/projects/digests/schedule.ts';
import { createDigestComposer } from '#server/features/projects/digests.ts';
import { createJobRunner, type Lane } from '#server/jobs.ts';
import type { FileIds } from '#server/lib/secrets/file-ids.ts';
import { createSealedBox, type SealedBox } from '#server/lib/secrets/sealed-box.ts';
import { vapidKeysOf } from '#server/lib/secrets/vapid-keys.ts';
import { createPoster } from '#server/media/net/post-outside.ts';

/** Sends to devices and other programs; `close` ends the connections. */
export function createOutgoing({ outgoing, secret, publicUrl, brand }: Config) {
  const poster = createPoster(outgoing);
  const keys = vapidKeysOf(secret);
  const contact = publicUrl?.startsWith('https:') ? publicUrl : `mailto:${brand.email}`;
  return {
    ...poster,
    outgoing,
    publicKey: keys.publicKey,
    send: createPushSender({ ...poster, keys, outgoing, contact }),
    box: createSealedBox(secret, 'webhook secrets'),
  };
}

type Dependencies = {
  db: Database['query'];
  database: Database;
  config: Config;
  write: RunTransaction;
  box: SealedBox;
  messages: ReturnType<typeof createOutgoing>;
  settings: ReadSettings;
  defaults: ReadDefaults;
  brand: ReadBrand;
  media: Omit<Parameters<typeof createDigestComposer>[0], 'db' | 'secret'> & { fileIds: FileIds };
  log: FastifyBaseLogger;
};

/** Who sends what waits in each channel; a channel that nobody set up has no sender. */
function createSenders({
  db,
  write,
  messages,
  media,
  config,
  brand,
}: Dependencies): Partial<Record<Channel, DeliverySender>> {
  const { smtp, publicUrl } = config;
  if (publicUrl === null) return {};
  const composers = { digest: createDigestComposer({ db, ...media, secret: config.secret }) };
  const leaving = { db, fileIds: media.fileIds };
  const letters = {
    brand,
    composers,
    actionOf: (id: number) => noticeAction(leaving, id),
    bundleOf: (bundle: Delivery) => mailOfBundle(leaving, bundle),
    pictureOf: (id: number) => cutoutOfNotice({ db, secret: config.secret }, id),
  };
  return {
    ...(smtp && { mail: createMailSender({ db, write, settings: { ...config, smtp, publicUrl }, ...letters }) }),
    push: createPushDeliverySender({ ...leaving, ...messages }),
    webhook: createWebhookSender({ db, write, ...messages }),
  };
}

/** One lane for each channel: a mail server that hangs holds nothing else up. Digests are mail. */
export function createDeliveryLanes(deps: Dependencies): Lane[] {
  const { database, db, box, write, settings, defaults, log } = deps;
  const senders = createSenders(deps);
  const digestLane = createJobRunner({ db, handlers: { digests: digestJob({ db, write, settings, defaults }) }, log });
  const lanes = Object.entries(senders).map(([name, sender]) => {
    const channel = name as Channel;
    const onDead = (context: WriteContext, { userId }: DeliveryRow, reason: string) =>
      notifyDeliveryFailed(context, { channel, userId, reason });
    const wanted = (row: DeliveryRow) => whyNotNow({ db, settings }, row);
    return createDeliveryWorker({ database, write, channel, sender, whyNotNow: wanted, box, log, onDead });
  });
  return senders.mail ? [...lanes, digestLane] : lanes;
}
