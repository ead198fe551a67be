// A queue with a lane of its own on a test's database, as app.ts puts them together.
import { defaultSettings } from '#contract/settings/endpoints.ts';
import { readConfig } from '#server/config.ts';
import type { ListenHandle } from '#server/db/open/listener.ts';
import type { Connection, Database } from '#server/db/open.ts';
import { createDatabase } from '#server/db/open.ts';
import { createTransactionRunner, type RunTransaction } from '#server/db/transaction.ts';
import { mailOfBundle } from '#server/features/notifications/bundle.ts';
import { createMailSender } from '#server/features/notifications/deliveries/mail-sender.ts';
import type { DeliveryRow } from '#server/features/notifications/deliveries/rows.ts';
import { reasonToWait } from '#server/features/notifications/deliveries/wanted.ts';
import { createDeliveryWorker } from '#server/features/notifications/deliveries/worker.ts';
import { createOutbox } from '#server/features/notifications/deliveries.ts';
import { type Lane, wakeAtCommits } from '#server/jobs/queue.ts';
import { createFileIds } from '#server/lib/secrets/file-ids.ts';
import { createSealedBox } from '#server/lib/secrets/sealed-box.ts';

export const deliverySecret = 'c0ncrete-and-steel-and-glass-and-wood';
const publicUrl = 'https://progress.example.org';

export type MailLane = Lane & { write: RunTransaction; dead: DeliveryRow[]; logged: string[] };

type WorkerOptions = Parameters<typeof createDeliveryWorker>[0];
type WorkerChanges = Partial<Pick<WorkerOptions, 'leaseSeconds' | 'onDead'>> & { brandName?: string };

/** Sends to the mail server of this address; `write` queues. Every process that is made so can send what another one queued. */
export function createMailLane(
  database: Database,
  smtpUrl: string,
  { brandName, onDead = async () => undefined, ...options }: WorkerChanges = {},
): MailLane {
  const config = readConfig({
    SESSION_SECRET: deliverySecret,
    DATA_DIR: '/nowhere',
    PUBLIC_URL: publicUrl,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Topout <progress@example.org>',
  });
  const { smtp, brand: configured, mailFrom } = config;
  // Past what the settings would refuse.
  const named = brandName === undefined ? {} : { mailFrom: { ...mailFrom, name: null } };
  const brand = { ...configured, name: brandName ?? configured.name, colour: null, address: '', logo: null };
  if (smtp === null) throw new Error('SMTP_URL is needed.');
  const box = createSealedBox(deliverySecret, 'deliveries');
  const write = createTransactionRunner(database, () => undefined, createOutbox(config, box));
  const dead: DeliveryRow[] = [];
  const logged: string[] = [];
  const lane = createDeliveryWorker({
    database,
    write,
    channel: 'mail',
    sender: createMailSender({
      db: database.query,
      write,
      settings: { ...config, ...named, smtp, publicUrl },
      brand: async () => brand,
      composers: {},
      actionOf: async () => null,
      pictureOf: async () => null,
      bundleOf: (bundle) => mailOfBundle({ db: database.query, fileIds: createFileIds(deliverySecret) }, bundle),
    }),
    reasonToWait: (row) => reasonToWait({ db: database.query, settings: async () => defaultSettings }, row),
    box,
    log: { error: (facts, sentence) => void logged.push(`${sentence} ${JSON.stringify(facts)}`) },
    onDead: async (context, row, reason) => {
      await onDead(context, row, reason);
      dead.push(row);
    },
    ...options,
  });
  let listening: ListenHandle | null = null;
  return {
    ...lane,
    start() {
      lane.start();
      listening = wakeAtCommits(database, [lane]);
    },
    async stop() {
      await listening?.close();
      await lane.stop();
    },
    write,
    dead,
    logged,
  };
}

/** For a process of its own: sends until it is killed. */
export function runMailLane(connection: Connection, smtpUrl: string, leaseSeconds: number): void {
  createMailLane(createDatabase(connection, { max: 6 }), smtpUrl, { leaseSeconds }).start();
}
