// The schemas and routes of pictures taken back.
import * as z from 'zod/mini';
import { ById, Ok, text } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { fileId } from '#contract/core/sealed.ts';
import { FilePath } from '#contract/media/routes.ts';
import { can } from '#contract/policy.ts';
import { maxTakeBackReason } from './taken-back.ts';

/** The crew reads it beside the picture, clients never. */
export const TakeBack = z.object({ reason: text('A reason is required', maxTakeBackReason, 'The reason') });
export type TakeBack = z.infer<typeof TakeBack>;

/** Of the file alone: it is shown again in every tab and visit. */
export const TakenBackPath = z.extend(ById, { item: fileId(z.string()) });

export const takenBackRoutes = {
  takeBack: {
    params: FilePath,
    body: TakeBack,
    reply: Ok,
    access: can.takeBackPictures,
    summary: 'Hides one file of a released session from clients and guests at once; the crew goes on seeing it.',
  },
  showAgain: {
    params: TakenBackPath,
    reply: Ok,
    access: can.takeBackPictures,
    summary: 'Shows clients and guests a file again that was taken back.',
  },
} satisfies RouteDefinitions;
