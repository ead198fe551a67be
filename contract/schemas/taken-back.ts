// The schemas of pictures taken back.
import * as z from 'zod/mini';
import { maxTakeBackReason } from '#contract/taken-back.ts';
import { ById, text } from './fields.ts';
import { fileId } from './sealed.ts';

/** The crew reads it beside the picture, clients never. */
export const TakeBack = z.object({ reason: text('A reason is required', maxTakeBackReason, 'The reason') });
export type TakeBack = z.infer<typeof TakeBack>;

/** Of the file alone: it is shown again in every tab and visit. */
export const TakenBackPath = z.extend(ById, { item: fileId(z.string()) });
