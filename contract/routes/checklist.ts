// The routes of the checklist of a review.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import * as schemas from '#contract/schemas/checklist.ts';

export const checklistRoutes = {
  checklist: {
    reply: schemas.SavedChecklist,
    access: can.reviewSessions,
    summary: 'What a reviewer checks in a session, line by line.',
  },
  editChecklist: {
    body: schemas.ChecklistEdit,
    reply: schemas.SavedChecklist,
    access: can.manageSettings,
    summary: 'Changes the lines and their order.',
  },
} satisfies RouteDefinitions;
