// The schemas and routes of downloads.
import * as z from 'zod/mini';
import { ById } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { downloadSizes, maxChosenPictures } from './downloads.ts';

/** `key` names it in the address of a ZIP. */
export const DownloadablePicture = z.object({
  key: z.string(),
  name: z.string(),
  thumbnailUrl: z.string(),
  /** Its size in the ZIP, at each picture size; exact if the bytes are passed through, else an estimate from its pixels. */
  bytes: z.object({ full: z.number(), s1600: z.number() }),
});
export type DownloadablePicture = z.infer<typeof DownloadablePicture>;

export const PictureDownload = z.object({
  pictures: z.array(DownloadablePicture),
  /** Pictures are the originals, with their position; else re-encoded without it. */
  originals: z.boolean(),
  /** It contains only what was released. */
  released: z.boolean(),
  /** At full size its length is known, and an interrupted download can be resumed. */
  resumable: z.boolean(),
  /** Why some are not available, as a sentence; null if all are. */
  problem: z.nullable(z.string()),
});
export type PictureDownload = z.infer<typeof PictureDownload>;

const chosenRule = `pictures must be at most ${maxChosenPictures} keys, separated by commas`;

export const ZipQuery = z.object({
  size: z._default(z.enum(downloadSizes, `size must be one of ${downloadSizes.join(', ')}`), 'full'),
  /** Left out: all of them. */
  pictures: z.optional(
    z.pipe(
      z
        .string(chosenRule)
        .check(z.regex(new RegExp(`^[\\w-]{10}(,[\\w-]{10}){0,${maxChosenPictures - 1}}$`), chosenRule)),
      z.transform((list) => list.split(',')),
    ),
  ),
});

export const downloadRoutes = {
  pictureDownload: {
    params: ById,
    reply: PictureDownload,
    access: can.authenticated,
    summary: 'Which pictures of a session come in its ZIP, and how large it will be.',
  },
  picturesZip: {
    params: ById,
    query: ZipQuery,
    reply: '*/*',
    access: can.authenticated,
    summary:
      'The released pictures of a session, or the chosen ones, as one ZIP with a manifest; by Range where their bytes are given as they lie.',
  },
} satisfies RouteDefinitions;
