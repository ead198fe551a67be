// How each part of the company settings is saved: locked, compared with what the admin saw, stored, announced and audited (behaviour §14).
import type { Kysely } from 'kysely';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { lockSettingRows, saveSettingRows } from '#server/db/settings/setting-rows.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { changedFacts, recordAct } from '#server/features/audit/handlers.ts';
import { stale } from '#server/lib/problem.ts';

/** Settings that are edited together, with their own version: admins who edit two parts do not block each other. */
export type SettingsPart<Values extends object, Saved extends Values & { version: number }> = {
  /** Its name in the audit log. */
  name: string;
  /** Used in the conflict message: 'Somebody else changed this …'. */
  word: string;
  read(db: Kysely<Tables>): Promise<Saved>;
  /** As the audit log stores them; an edit without a difference here is no change. */
  factsOf(values: Values): object;
  /** The stored form: a row for each key. */
  rowsOf(values: Values): object;
};

type Edit<Values, Saved> = {
  actor: Person;
  write(work: (context: WriteContext) => Promise<Saved>): Promise<Saved>;
  /** The version it was made from; without one any version is accepted. */
  version: number | null | undefined;
  /** Computed from the stored settings; the lock is held. */
  change(before: Saved, context: WriteContext): Values | Promise<Values>;
};

/** Returns the stored settings afterwards; without a difference nothing is written. */
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
