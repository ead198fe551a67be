// The schemas of the checklist of a review.
import * as z from 'zod/mini';
import { maxChecklistLines, maxLineLength } from '#contract/checklist.ts';
import { text, version } from './fields.ts';
import { MediaKindParam } from './media-kind.ts';

const Line = z.object({
  text: text('A line of the checklist needs words', maxLineLength, 'A line'),
  kind: z.nullable(MediaKindParam),
});

/** In the order in which they are shown. */
export const ChecklistLines = z
  .array(Line, 'lines must be a list')
  .check(z.maxLength(maxChecklistLines, `A checklist has at most ${maxChecklistLines} lines`));

export const SavedChecklist = z.object({ lines: z.array(Line), version: z.number() });
export type SavedChecklist = z.infer<typeof SavedChecklist>;

export const ChecklistEdit = z.object({ lines: ChecklistLines, version });
