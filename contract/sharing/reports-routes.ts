// The schemas and routes of reports and of downloaded pictures.
import * as z from 'zod/mini';
import { ById, day, id, Ok } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { downloadSizes, maxChosenPictures, maxReportPairs, reportSizes } from './endpoints.ts';

/** Clients always get theirs; only admins may choose the clients' edition. */
const edition = z._default(z.enum(['crew', 'client'], 'edition must be crew or client'), 'crew');

const sizeRule = `pictures must be one of ${reportSizes.join(', ')}`;

export const SessionReport = z.object({
  edition,
  pictures: z._default(z.union([z.literal(12), z.literal(24), z.literal(60)], sizeRule), 24),
});

const from = day('From must be a day, yyyy-mm-dd');
const to = day('To must be a day, yyyy-mm-dd');

/** `edition`: whose report it shows; what clients do not see is not in theirs. */
export const Period = z.object({ from, to, edition });

export const PeriodReport = z.object({
  from,
  to,
  edition,
  /** The viewpoints whose pairs it shows; left out: all, as far as there is room. */
  viewpoints: z.optional(
    z
      .array(id('A viewpoint is a whole number'), 'viewpoints must be a list of whole numbers')
      .check(z.maxLength(maxReportPairs, `At most ${maxReportPairs} pairs fit into a report`)),
  ),
});

const side = z.object({ sessionId: z.number(), captureDate: z.string(), thumbnailUrl: z.nullable(z.string()) });

export const PeriodPreview = z.object({
  sessionCount: z.number(),
  /** First and last picture in the period of each viewpoint that has two. */
  pairs: z.array(z.object({ viewpointId: z.number(), name: z.string(), before: side, after: side })),
});
export type PeriodPreview = z.infer<typeof PeriodPreview>;

const keyRule = 'This is not the key of a report';
export const ReportPath = z.object({ key: z.string(keyRule).check(z.regex(/^[\w-]{43}$/, keyRule)) });

export const ReportState = z.object({
  key: z.string(),
  /** `aligning`: pictures of viewpoints are being aligned, which the report waits for, up to a limit. */
  state: z.enum(['waiting', 'aligning', 'making', 'ready', 'failed']),
  /** Reports ahead of it in the queue. */
  ahead: z.number(),
  /** Pictures; while aligning, pairs. */
  done: z.number(),
  total: z.number(),
  /** Of the file, once it exists. */
  bytes: z.nullable(z.number()),
  /** Why it failed, where known: the same request would fail again. */
  problem: z.nullable(z.string()),
  /** The name it is saved under. */
  name: z.string(),
});
export type ReportState = z.infer<typeof ReportState>;

export const reportRoutes = {
  makeSessionReport: {
    params: ById,
    body: SessionReport,
    reply: ReportState,
    access: can.authenticated,
    summary: 'Makes a PDF of a session, or joins one that is being made; clients get what was released.',
  },
  makePeriodReport: {
    params: ById,
    body: PeriodReport,
    reply: ReportState,
    access: can.authenticated,
    summary: 'Makes a PDF of a project from one day to another, or joins one that is being made.',
  },
  periodPreview: {
    params: ById,
    query: Period,
    reply: PeriodPreview,
    access: can.authenticated,
    summary: 'What a report of this period would contain, with the pairs of pictures to choose from.',
  },
  reportState: {
    params: ReportPath,
    reply: ReportState,
    access: can.authenticated,
    summary: 'Progress of one’s own report.',
  },
  cancelReport: {
    params: ReportPath,
    reply: Ok,
    access: can.authenticated,
    summary: 'Cancels a report, unless somebody else is waiting for it.',
  },
  reportFile: {
    params: ReportPath,
    reply: '*/*',
    access: can.authenticated,
    summary: 'The PDF of one’s own report.',
  },
} satisfies RouteDefinitions;

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
    summary: 'Which pictures of a session its ZIP will contain, and how large it will be.',
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
