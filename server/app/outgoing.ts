// What leaves the product: mail, push and webhooks, each with its sender and a lane of the queue.
import type { FastifyInstance } from 'fastify';
import type { Channel } from '#contract/notifications/notification-preferences.ts';
import type { Config } from '#server/config.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { createInvitationComposer } from '#server/features/accounts/invitation-mail.ts';
import { cropOfNotice } from '#server/features/disputes/mail-crop.ts';
import { mailOfBundle } from '#server/features/notifications/bundle.ts';
import { createMailSender } from '#server/features/notifications/deliveries/mail-sender.ts';
import type { DeliveryRow } from '#server/features/notifications/deliveries/rows.ts';
import { reasonToWait } from '#server/features/notifications/deliveries/wanted.ts';
import { createDeliveryWorker, type DeliverySender } from '#server/features/notifications/deliveries/worker.ts';
import { notifyDeliveryFailed } from '#server/features/notifications/handlers.ts';
import { noticeAction } from '#server/features/notifications/leaving.ts';
import { createPushDeliverySender, createPushSender } from '#server/features/notifications/push/send-push.ts';
import { createWebhookSender } from '#server/features/notifications/webhooks/deliver.ts';
import { digestJob } from '#server/features/projects/digests/schedule.ts';
import { createDigestComposer } from '#server/features/projects/digests.ts';
import { createReleaseComposer } from '#server/features/projects/release-mail.ts';
import type { Lane } from '#server/jobs/queue.ts';
import { createJobRunner } from '#server/jobs.ts';
import { createSealedBox } from '#server/lib/secrets/sealed-box.ts';
import { vapidKeysOf } from '#server/lib/secrets/vapid-keys.ts';
import { createPoster } from '#server/media/net/post-outside.ts';
import type { AppDependencies, SharedParts } from './shared-parts.ts';

/** Sends to devices and other programs; `close` ends the connections. */
export function createOutgoing({ outgoing, secret, publicUrl, brand }: Config) {
  const { post, close } = createPoster(outgoing);
  const keys = vapidKeysOf(secret);
  const contact = publicUrl?.startsWith('https:') ? publicUrl : `mailto:${brand.email}`;
  const send = createPushSender({ post, keys, outgoing, contact });
  return {
    push: { publicKey: keys.publicKey, outgoing, send },
    webhooks: { post, box: createSealedBox(secret, 'webhook secrets') },
    close,
  };
}

type Senders = Partial<Record<Channel, DeliverySender>>;

/** Who sends what waits in each channel; a channel that nobody set up has no sender. */
function createSenders({ db, write, brand, media, messages }: SharedParts, config: Config): Senders {
  const { smtp, publicUrl, secret, mailFrom } = config;
  if (publicUrl === null) return {};
  const { fileIds, source, hosts, thumbnails } = media;
  const leaving = { db, fileIds };
  const mail = smtp && {
    mail: createMailSender({
      db,
      write,
      settings: { mailFrom, secret, smtp, publicUrl },
      brand,
      composers: {
        digest: createDigestComposer({ db, source, hosts, thumbnails, secret, fileIds }),
        session_approved: createReleaseComposer({ db, source, hosts, thumbnails, secret }),
        invitation: createInvitationComposer({ db, brand }),
      },
      actionOf: (id) => noticeAction(leaving, id),
      bundleOf: (bundle) => mailOfBundle(leaving, bundle),
      pictureOf: (id) => cropOfNotice({ db, secret }, id),
    }),
  };
  return {
    ...mail,
    push: createPushDeliverySender({ db, fileIds, send: messages.push.send }),
    webhook: createWebhookSender({ db, write, ...messages.webhooks }),
  };
}

/** One lane for each channel: a mail server that hangs holds nothing else up. Digests are mail. */
export function createDeliveryLanes(
  { log }: FastifyInstance,
  parts: SharedParts,
  { database, config }: Pick<AppDependencies, 'database' | 'config'>,
): Lane[] {
  const { db, box, write, settings, defaults } = parts;
  const senders = createSenders(parts, config);
  const digestLane = createJobRunner({ db, handlers: { digests: digestJob({ db, write, settings, defaults }) }, log });
  const lanes = Object.entries(senders).map(([name, sender]) => {
    const channel = name as Channel;
    const onDead = (context: WriteContext, { userId }: DeliveryRow, reason: string) =>
      notifyDeliveryFailed(context, { channel, userId, reason });
    const wanted = (row: DeliveryRow, at: typeof db) => reasonToWait({ db: at, settings }, row);
    return createDeliveryWorker({ database, write, channel, sender, reasonToWait: wanted, box, log, onDead });
  });
  return senders.mail ? [...lanes, digestLane] : lanes;
}
