// The routes of the places that concerns are pinned to.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { CutoutPath } from '#contract/schemas/anchors.ts';
import * as schemas from '#contract/schemas/disputes.ts';
import { ById } from '#contract/schemas/fields.ts';

export const anchorRoutes = {
  moveDispute: {
    params: ById,
    body: schemas.DisputeAnchor,
    reply: schemas.Dispute,
    access: can.raiseConcerns,
    row: 'dispute',
    summary: 'Sets or moves the place of an open concern, for the person who raised it; the conversation keeps both.',
  },
  sessionPins: {
    params: ById,
    reply: schemas.Pins,
    access: can.authenticated,
    summary: 'The places of concerns in the media of one session, of those that one may read.',
  },
  disputeCutout: {
    params: CutoutPath,
    reply: 'image/webp',
    access: can.authenticated,
    summary: 'What was seen around the place of a concern or an answer.',
  },
} satisfies RouteDefinitions;
