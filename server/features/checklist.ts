// The checklist of a review, a setting of the company: read by who reviews, saved by admins (behaviour §21.5).
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { api } from '#contract/api.ts';
import { type ChecklistLine, defaultChecklist, type SavedChecklist } from '#contract/checklist.ts';
import { ChecklistLines } from '#contract/schemas/checklist.ts';
import type { Tables } from '#server/db/schema.ts';
import { lockSettingRows, readSettingRows, saveSettingRows, versionOf } from '#server/db/setting-rows.ts';
import type { Handlers } from '#server/http/register-routes.ts';
import { stale } from '#server/lib/problem.ts';
import { wellFormed } from '#server/lib/well-formed.ts';
import { changedFacts, recordAct } from './audit-log.ts';

const key = 'checklist';

/** One that makes no sense is as if nobody had saved it. */
async function readChecklist(db: Kysely<Tables>): Promise<SavedChecklist> {
  const rows = await readSettingRows(db, [key]);
  const kept = z.safeParse(ChecklistLines, rows[0]?.value);
  return { lines: kept.success ? kept.data : [...defaultChecklist], version: versionOf(rows) };
}

const factsOf = (lines: readonly ChecklistLine[]) => ({
  checklist: lines.map(({ text, kind }) => (kind ? `${text} (${kind})` : text)),
});

export const checklist: Handlers<typeof api.checklist> = {
  checklist: ({ db }) => readChecklist(db),

  editChecklist({ actor, body, write }): Promise<SavedChecklist> {
    return write(async (context) => {
      const { tx, events } = context;
      await lockSettingRows(tx);
      const before = await readChecklist(tx);
      const lines = body.lines.map(({ text, kind }) => ({ text: wellFormed(text), kind }));
      if ((body.version ?? before.version) !== before.version) throw stale('checklist', before);
      const changed = changedFacts(factsOf(before.lines), factsOf(lines));
      if (!changed) return before;
      await saveSettingRows(tx, { [key]: lines });
      events.invalidateFor({ admins: true });
      const subject = { kind: 'settings', id: null, name: 'Checklist' } as const;
      await recordAct(context, { by: actor.id, act: 'settingsChanged', subject, ...changed });
      return readChecklist(tx);
    });
  },
};
