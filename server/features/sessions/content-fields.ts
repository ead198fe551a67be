// A session's content as a body gives it and as the columns keep it: absent stays, null empties (decisions §12).
import type * as z from 'zod/mini';
import type { NewSession, SessionEdit } from '#contract/schemas/sessions.ts';
import type { SessionContent } from '#server/db/schema.ts';

/** The body's field of each column; project, site and photographer are decided apart. */
const fields = {
  capture_date: 'captureDate',
  scheduled_date: 'scheduledDate',
  phase: 'phase',
  notes: 'notes',
  drone_images_url: 'droneImagesUrl',
  indoor_images_url: 'indoorImagesUrl',
  video_url: 'videoUrl',
  tour360_url: 'tour360Url',
  orthomosaic_url: 'orthomosaicUrl',
  deliverable_package_url: 'deliverablePackageUrl',
  raw_files_url: 'rawFilesUrl',
  report_url: 'reportUrl',
} as const satisfies Partial<Record<keyof SessionContent, keyof z.infer<typeof SessionEdit>>>;

type Written = Pick<SessionContent, keyof typeof fields>;
type Body = z.infer<typeof NewSession> | z.infer<typeof SessionEdit>;

const columns = Object.keys(fields) as (keyof typeof fields)[];

/** What the body says, upon what was there. */
export function mergeContent(body: Body, before: Written): Written {
  const present = columns.map((column) => [
    column,
    body[fields[column]] === undefined ? before[column] : body[fields[column]],
  ]);
  return Object.fromEntries(present) as Written;
}

/** Nothing but the day that every session needs. */
export function emptyContent(captureDate: string): Written {
  const empty = Object.fromEntries(columns.map((column) => [column, null])) as Record<keyof Written, null>;
  return { ...empty, capture_date: captureDate };
}

/** True when the body speaks of content at all, be it the same as before. */
export function hasContent(body: z.infer<typeof SessionEdit>): boolean {
  const asked = [body.projectId, body.siteId, ...columns.map((column) => body[fields[column]])];
  return asked.some((one) => one !== undefined);
}

export function isSameContent(a: SessionContent, b: SessionContent): boolean {
  return (Object.keys(a) as (keyof SessionContent)[]).every((column) => a[column] === b[column]);
}
