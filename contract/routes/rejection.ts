// The routes of rejections: their reasons, flagged pictures, and what changed since.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { ById } from '#contract/schemas/fields.ts';
import { ImagePath } from '#contract/schemas/media.ts';
import * as schemas from '#contract/schemas/rejection.ts';

export const reasonRoutes = {
  rejectionReasons: {
    reply: schemas.SavedReasons,
    access: can.reviewSessions,
    summary: 'The reasons for which sessions are sent back: their sentences, and which are offered.',
  },
  editRejectionReasons: {
    body: schemas.ReasonsEdit,
    reply: schemas.SavedReasons,
    access: can.manageSettings,
    summary: 'Changes them, for rejections from then on.',
  },
} satisfies RouteDefinitions;

export const rejectionRoutes = {
  sessionFlags: {
    params: ById,
    reply: schemas.SessionFlags,
    access: can.seePresentContent,
    row: 'session',
    summary: 'Why a session was sent back last, the pictures that were flagged then, and the answers to them.',
  },
  sessionChanges: {
    params: ById,
    reply: schemas.SessionChanges,
    access: can.seePresentContent,
    row: 'session',
    summary: 'What changed in a session since it was sent back: fields, links and files.',
  },
  formerPicture: {
    params: ImagePath,
    reply: 'image/*',
    access: can.seePresentContent,
    row: 'session',
    summary: 'A picture as it was when its session was sent back, for as long as a small one of it is kept.',
  },
} satisfies RouteDefinitions;
