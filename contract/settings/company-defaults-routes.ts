// The schemas and routes of what holds for everybody until it is chosen otherwise.
import * as z from 'zod/mini';
import { version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { Digest } from '#contract/notifications/notification-preferences-routes.ts';
import { can } from '#contract/policy.ts';
import { mostQuota } from './company-defaults.ts';

const noQuota = `A quota is a whole number of gigabytes, from 1 to ${mostQuota.toLocaleString('en-US')}`;

export const CompanyDefaults = z.object({
  /** Of whoever has not chosen. */
  digest: Digest,
  /** False: of an answer to a concern the product reminds when it is due, and not at half of its time. */
  remindsHalfway: z.boolean('remindsHalfway must be true or false'),
  /** GB that the uploads of one project may have together. */
  uploadQuotaGb: z.int(noQuota).check(z.minimum(1, noQuota), z.maximum(mostQuota, noQuota)),
});
export type CompanyDefaults = z.infer<typeof CompanyDefaults>;

/** As they are in effect: `fixed` stand in the environment and are not edited; without uploads their quota says nothing. */
export const SavedDefaults = z.object({
  digest: Digest,
  remindsHalfway: z.boolean(),
  uploadQuotaGb: z.number(),
  uploadsOn: z.boolean(),
  /** Of all uploads that are kept; left out where none are made, and after a save. */
  uploadedBytes: z.optional(z.number()),
  fixed: z.array(z.enum(['uploads', 'uploadQuotaGb'])),
  version: z.number(),
});
export type SavedDefaults = z.infer<typeof SavedDefaults>;

/** Without a quota it stays; one that stands in the environment is not sent. */
export const DefaultsEdit = z.object({
  ...CompanyDefaults.shape,
  uploadQuotaGb: z.optional(CompanyDefaults.shape.uploadQuotaGb),
  version,
});

const access = can.manageSettings;

export const companyDefaultsRoutes = {
  companyDefaults: {
    reply: SavedDefaults,
    access,
    summary:
      'How often digests come, when answers are reminded of, how much a project may upload, and what of it stands in the environment.',
  },
  editCompanyDefaults: {
    body: DefaultsEdit,
    reply: SavedDefaults,
    access,
    summary: 'Changes them, in all processes at once.',
  },
} satisfies RouteDefinitions;
