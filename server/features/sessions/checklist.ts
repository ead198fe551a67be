// The checklist of a review, a setting of the company: read by who reviews, saved by admins (behaviour §21.5).
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { api } from '#contract/api.ts';
import { type ChecklistLine, defaultChecklist, type SavedChecklist } from '#contract/sessions/checks.ts';
import { ChecklistLines } from '#contract/sessions/checks-routes.ts';
import type { Tables } from '#server/db/schema.ts';
import { readSettingRows, versionOf } from '#server/db/settings/setting-rows.ts';
import { editSettings } from '#server/features/settings/company-settings.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { wellFormed } from '#server/lib/well-formed.ts';

const key = 'checklist';

function toLine({ text, kind, check = null }: z.infer<typeof ChecklistLines>[number]): ChecklistLine {
  return { text: wellFormed(text), kind, check };
}

/** One that makes no sense is as if nobody had saved it. */
async function readChecklist(db: Kysely<Tables>): Promise<SavedChecklist> {
  const rows = await readSettingRows(db, [key]);
  const kept = z.safeParse(ChecklistLines, rows[0]?.value);
  return { lines: kept.success ? kept.data.map(toLine) : [...defaultChecklist], version: versionOf(rows) };
}

type Lines = { lines: ChecklistLine[] };

const factsOf = ({ lines }: Lines) => ({
  checklist: lines.map(({ text, kind, check }) => {
    const more = [kind, check].filter(Boolean).join(', ');
    return more ? `${text} (${more})` : text;
  }),
});

const part = {
  name: 'Checklist',
  word: 'checklist',
  read: readChecklist,
  factsOf,
  rowsOf: ({ lines }: Lines) => ({ [key]: lines }),
};

export const checklist: Handlers<typeof api.checklist> = {
  checklist: ({ db }) => readChecklist(db),

  editChecklist: ({ actor, body, write }) =>
    editSettings<Lines, SavedChecklist>(part, {
      actor,
      write,
      version: body.version,
      change: () => ({ lines: body.lines.map(toLine) }),
    }),
};
