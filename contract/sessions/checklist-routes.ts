// The schemas and routes of the checklist of a review.
import * as z from 'zod/mini';
import { text, version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { MediaKindParam } from '#contract/media/media-kind.ts';
import { can } from '#contract/policy.ts';
import { maxChecklistLines, maxLineLength } from './checklist.ts';
import { checkNames } from './checks.ts';

const Line = z.object({
  text: text('A line of the checklist needs words', maxLineLength, 'A line'),
  kind: z.nullable(MediaKindParam),
});
const Check = z.nullable(z.enum(checkNames, `check must be one of ${checkNames.join(', ')}`));

/** Lines from before checks filled some in name none. */
const GivenLine = z.extend(Line, { check: z.optional(Check) });

/** In the order in which they are shown. */
export const ChecklistLines = z
  .array(GivenLine, 'lines must be a list')
  .check(z.maxLength(maxChecklistLines, `A checklist has at most ${maxChecklistLines} lines`));

export const SavedChecklist = z.object({ lines: z.array(z.extend(Line, { check: Check })), version: z.number() });
export type SavedChecklist = z.infer<typeof SavedChecklist>;

export const ChecklistEdit = z.object({ lines: ChecklistLines, version });

export const checklistRoutes = {
  checklist: {
    reply: SavedChecklist,
    access: can.reviewSessions,
    summary: 'What a reviewer checks in a session, line by line.',
  },
  editChecklist: {
    body: ChecklistEdit,
    reply: SavedChecklist,
    access: can.manageSettings,
    summary: 'Changes the lines and their order.',
  },
} satisfies RouteDefinitions;
