// The routes of downloads.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import * as schemas from '#contract/schemas/downloads.ts';
import { ById } from '#contract/schemas/fields.ts';

export const downloadRoutes = {
  pictureDownload: {
    params: ById,
    reply: schemas.PictureDownload,
    access: can.authenticated,
    summary: 'Which pictures of a session come in its ZIP, and how large it will be.',
  },
  picturesZip: {
    params: ById,
    query: schemas.ZipQuery,
    reply: '*/*',
    access: can.authenticated,
    summary:
      'The released pictures of a session, or the chosen ones, as one ZIP with a manifest; by Range where their bytes are given as they lie.',
  },
} satisfies RouteDefinitions;
