// How every part of the company's settings is saved: locked, compared with what the admin was shown, kept, told of and written down (behaviour §14).
import type { Kysely } from 'kysely';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { lockSettingRows, saveSettingRows } from '#server/db/settings/setting-rows.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { changedFacts, recordAct } from '#server/features/audit/handlers.ts';
import { stale } from '#server/lib/problem.ts';

/** Settings that are edited together, with a version of their own: admins on two parts do not refuse each other. */
export type SettingsPart<Values extends object, Saved extends Values & { version: number }> = {
  /** As the audit log names it. */
  name: string;
  /** In the sentence for whoever was overtaken: 'Somebody else changed this …'. */
  word: string;
  read(db: Kysely<Tables>): Promise<Saved>;
  /** As the audit log keeps them; what does not differ here is no change. */
  factsOf(values: Values): object;
  /** As they are kept: a row for each key. */
  rowsOf(values: Values): object;
};

type Edit<Values, Saved> = {
  actor: Person;
  write(work: (context: WriteContext) => Promise<Saved>): Promise<Saved>;
  /** What it was made from; without one it is taken as it comes. */
  version: number | null | undefined;
  /** From what is kept now; the lock is held. */
  change(before: Saved, context: WriteContext): Values | Promise<Values>;
};

/** Answers what is kept then; where nothing differs, nothing is written. */
export function editSettings<Values extends object, Saved extends Values & { version: number }>(
  { name, word, read, factsOf, rowsOf }: SettingsPart<Values, Saved>,
  { actor, write, version, change }: Edit<Values, Saved>,
): Promise<Saved> {
  return write(async (context) => {
    const { tx, events } = context;
    await lockSettingRows(tx);
    const before = await read(tx);
    if ((version ?? before.version) !== before.version) throw stale(word, before);
    const wanted = await change(before, context);
    const changed = changedFacts(factsOf(before), factsOf(wanted));
    if (!changed) return before;
    await saveSettingRows(tx, rowsOf(wanted));
    events.invalidateFor({ admins: true });
    const subject = { kind: 'settings', id: null, name } as const;
    await recordAct(context, { by: actor.id, act: 'settingsChanged', subject, ...changed });
    return read(tx);
  });
}
