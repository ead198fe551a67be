// The PIN of a share link: twenty wrong ones end it, however many processes they come through (behaviour §16.4).
import { sql } from 'kysely';
import { maxWrongPins } from '#contract/sharing/endpoints.ts';
import { liveLink } from '#server/db/share-links.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { notify } from '#server/features/notifications/handlers.ts';
import { recordLink } from '#server/features/sharing/share-links/record-acts.ts';
import type { PinSealer } from '#server/features/sharing/share-links/secrets.ts';
import type { OpenLink } from './link.ts';

type Dependencies = { runWrite: RunTransaction; sealer: PinSealer; address: string };
type Outcome = 'right' | 'wrong' | 'ended';

/** As it is pasted: spaces, dashes and invisible characters are no part of a PIN. */
export function digitsOf(typed: unknown): string {
  return String(typed ?? '')
    .normalize('NFKC')
    .replace(/\D/g, '');
}

/** Right or wrong, the same statement: it compares, counts and ends in one, so that of many at once none goes uncounted. */
export async function tryPin(
  { runWrite, sealer, address }: Dependencies,
  link: OpenLink & { pinSeal: string },
  pin: string,
): Promise<Outcome> {
  const given = sealer.sealLike(link.pinSeal, pin);
  return runWrite({ topics: ['shareLinks'], address }, async (context) => {
    const found = await sql<{ isRight: boolean; wrong: number; sharedBy: number }>`
      update share_links l set wrong_pins = wrong_pins + (pin_seal <> ${given})::integer,
        ended_at = case when pin_seal <> ${given} and wrong_pins + 1 >= ${sql.lit(maxWrongPins)} then now() end
      where id = ${link.id} and token_hash = ${link.tokenHash} and ${liveLink('l')} and wrong_pins < ${sql.lit(maxWrongPins)}
      returning pin_seal = ${given} as "isRight", wrong_pins as wrong, shared_by as "sharedBy"`.execute(context.tx);
    const [row] = found.rows;
    if (!row) return 'ended';
    if (row.isRight) return 'right';
    if (row.wrong < maxWrongPins) return 'wrong';
    await recordLink(context, { id: link.id, act: 'shareLinkEnded', by: null, guest: true });
    const message = `The link for ${link.recipient} to ${link.projectName} was ended: its PIN was wrong ${maxWrongPins} times.`;
    const title = 'A share link was ended';
    await notify(context, {
      to: [row.sharedBy],
      by: null,
      type: 'share_ended',
      title,
      message,
      projectId: link.projectId,
    });
    return 'ended';
  });
}
