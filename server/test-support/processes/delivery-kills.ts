// What came of mails and messages whose senders were killed, counted from the queue and from the mailbox.
import type { ArrivedMail } from '#server/test-support/servers/mailbox.ts';

export type DeliveryKills = {
  kills: number;
  queued: number;
  /** By the queue's own word. */
  sent: number;
  /** Queued, and never in the mailbox. */
  lost: number;
  /** Of one address, beyond the Message-ID of its first mail. */
  otherNames: number;
  /** How often one was taken again, from a process that died. */
  takenAgain: number;
  /** Copies in the mailbox beyond the first, under its Message-ID. */
  copies: number;
  /** At most what the processes that died may have been sending. */
  most: number;
};

/** What came of a webhook's messages where the products that made and sent them were killed. */
export type WebhookKills = {
  kills: number;
  /** Confirmations that were answered with 201. */
  acknowledged: number;
  /** Those that are in the database. */
  confirmed: number;
  /** Ids of messages that the receiver saw. */
  arrived: number;
  /** A second time under the same id. */
  copies: number;
  most: number;
};

type Counted = {
  kills: number;
  /** That one process sends at a time. */
  workers: number;
  rows: readonly { state: string; attempts: number }[];
  mails: readonly ArrivedMail[];
};

/** Each mail of the rounds has an address of its own. */
export function countDeliveryKills({ kills, workers, rows, mails }: Counted): DeliveryKills {
  const ids = new Set(mails.map((mail) => mail.header('message-id')));
  const addresses = new Set(mails.flatMap(({ to }) => to));
  return {
    kills,
    queued: rows.length,
    sent: rows.filter(({ state }) => state === 'sent').length,
    lost: rows.length - addresses.size,
    otherNames: ids.size - addresses.size,
    takenAgain: rows.reduce((sum, { attempts }) => sum + attempts - 1, 0),
    copies: mails.length - ids.size,
    most: kills * workers,
  };
}
