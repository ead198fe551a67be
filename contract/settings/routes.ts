// The schemas and routes of what a company sets for itself: hours, brand, defaults and retention.
import * as z from 'zod/mini';
import { day, isTimeZone, text, version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { Digest } from '#contract/notifications/routes.ts';
import { can } from '#contract/policy.ts';
import {
  auditLogDays,
  maxAddressLine,
  maxAddressLines,
  maxBrandName,
  mostClaimDays,
  mostHolidays,
  mostQuota,
  mostResponseDays,
  retentionDays,
} from './endpoints.ts';

/** What would begin a new line or hide what follows: a name stands in titles and in headers of mails. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

export const BrandName = text('The company needs a name', maxBrandName, 'The name').check(
  z.refine((name) => !unprintable.test(name), 'The name must stand in one line'),
);

const noColour = 'A colour is a # and six digits, such as #1a5fb4';
/** Null: the product's own blue. */
export const BrandColour = z.nullable(
  z.pipe(
    z.string(noColour).check(z.regex(/^#[\da-f]{6}$/i, noColour)),
    z.transform((colour) => colour.toLowerCase()),
  ),
);

const linesOf = (address: string) => address.split('\n');

/** '' where none is given; its lines are trimmed. */
export const BrandAddress = z.pipe(
  z.pipe(
    z.string('The address must be text'),
    z.transform((address) =>
      address
        .split(/\r\n|\r|\n|\u2028|\u2029/)
        .map((line) => line.trim())
        .join('\n')
        .trim(),
    ),
  ),
  z.string().check(
    z.refine((all) => linesOf(all).length <= maxAddressLines, `An address has at most ${maxAddressLines} lines`),
    z.refine(
      (all) => linesOf(all).every((line) => line.length <= maxAddressLine),
      `A line of the address has at most ${maxAddressLine} characters`,
    ),
    z.refine(
      (all) => linesOf(all).every((line) => !unprintable.test(line)),
      'The address holds a character that cannot be printed',
    ),
  ),
);

/** As it is in effect: `fixed` stand in the environment and are not edited. */
export const SavedBrand = z.object({
  name: z.string(),
  colour: z.nullable(z.string()),
  address: z.string(),
  /** Its address. */
  logo: z.nullable(z.string()),
  /** Where visitors write to, and its pages on two networks: '' for none. They stand in the environment, or nowhere. */
  email: z.string(),
  linkedin: z.string(),
  instagram: z.string(),
  fixed: z.array(z.enum(['name', 'email', 'linkedin', 'instagram'])),
  version: z.number(),
});
export type SavedBrand = z.infer<typeof SavedBrand>;

/** Without a name it stays; one that stands in the environment is not sent. */
export const BrandEdit = z.object({ name: z.optional(BrandName), colour: BrandColour, address: BrandAddress, version });

/** A `data:image/…;base64,` string, as for profile photos. */
export const Logo = z.object({ logo: z.string('Please select an image file') });

export const LogoVersion = z.object({ version: z.string().check(z.regex(/^[\da-f]{16}$/)) });

export const brandRoutes = {
  brand: {
    reply: SavedBrand,
    access: can.manageSettings,
    summary: 'Name, colour, logo and address of the company, and which of them stand in the environment.',
  },
  editBrand: {
    body: BrandEdit,
    reply: SavedBrand,
    access: can.manageSettings,
    summary: 'Changes name, colour and address, everywhere at once.',
  },
  changeLogo: {
    body: Logo,
    reply: SavedBrand,
    access: can.manageSettings,
    summary: 'Keeps a logo: decoded, turned upright, stripped and re-encoded.',
    bodyLimit: 8 * 1024 * 1024,
    counts: 'upload',
  },
  removeLogo: {
    reply: SavedBrand,
    access: can.manageSettings,
    summary: 'Takes the logo away: the mark of the product stands there again.',
  },
  brandLogo: {
    params: LogoVersion,
    reply: 'image/webp',
    access: 'anyone',
    summary: 'The logo, under an address that changes with it.',
  },
} satisfies RouteDefinitions;

const noWeekday = 'A working day is a number from 1, Monday, to 7, Sunday';
const weekday = z.int(noWeekday).check(z.gte(1, noWeekday), z.lte(7, noWeekday));
const noNumber = `An answer may take from 1 to ${mostResponseDays} working days`;
const answerDays = z.int(noNumber).check(z.gte(1, noNumber), z.lte(mostResponseDays, noNumber));
const noZone = 'This time zone is not known';

const isSet = (values: readonly unknown[]) => new Set(values).size === values.length;

export const CompanySettings = z.object({
  workingDays: z
    .array(weekday)
    .check(
      z.minLength(1, 'At least one day of the week must be a working day'),
      z.refine(isSet, 'Each day of the week may be named once'),
    ),
  holidays: z
    .array(day('A holiday must be a day, yyyy-mm-dd'))
    .check(
      z.maxLength(mostHolidays, `At most ${mostHolidays} holidays are kept`),
      z.refine(isSet, 'Each holiday may be named once'),
    ),
  timeZone: z.string(noZone).check(z.refine(isTimeZone, noZone)),
  responseDays: z.object({ high: answerDays, medium: answerDays, low: answerDays }),
});

export const SavedSettings = z.extend(CompanySettings, { version: z.number() });
export type SavedSettings = z.infer<typeof SavedSettings>;

export const SettingsEdit = z.extend(CompanySettings, { version });

export const companySettingsRoutes = {
  companySettings: {
    reply: SavedSettings,
    access: can.manageSettings,
    summary: 'Working days, holidays, time zone and response times of the company.',
  },
  editCompanySettings: {
    body: SettingsEdit,
    reply: SavedSettings,
    access: can.manageSettings,
    summary: 'Changes them; deadlines that were set stay.',
  },
} satisfies RouteDefinitions;

const noQuota = `A quota is a whole number of gigabytes, from 1 to ${mostQuota.toLocaleString('en-US')}`;

const noClaimDays = `A claim may wait from 1 to ${mostClaimDays} days`;

export const CompanyDefaults = z.object({
  /** For people who have not chosen. */
  digest: Digest,
  /** False: of an answer to a concern the product reminds when it is due, and not at half of its time. */
  remindsHalfway: z.boolean('remindsHalfway must be true or false'),
  /** After so many days a stage that was claimed and not confirmed shows as a variance (behaviour §31.4). */
  claimDays: z.int(noClaimDays).check(z.minimum(1, noClaimDays), z.maximum(mostClaimDays, noClaimDays)),
  /** GB that the uploads of one project may have together. */
  uploadQuotaGb: z.int(noQuota).check(z.minimum(1, noQuota), z.maximum(mostQuota, noQuota)),
});
export type CompanyDefaults = z.infer<typeof CompanyDefaults>;

/** As they are in effect: `fixed` stand in the environment and are not edited; without uploads their quota says nothing. */
export const SavedDefaults = z.object({
  digest: Digest,
  remindsHalfway: z.boolean(),
  claimDays: z.number(),
  uploadQuotaGb: z.number(),
  uploadsOn: z.boolean(),
  /** Of all uploads that are kept; left out where none are made, and after a save. */
  uploadedBytes: z.optional(z.number()),
  fixed: z.array(z.enum(['uploads', 'uploadQuotaGb'])),
  version: z.number(),
});
export type SavedDefaults = z.infer<typeof SavedDefaults>;

/** What is left out stays; a quota that stands in the environment is not sent. */
export const DefaultsEdit = z.object({
  ...CompanyDefaults.shape,
  claimDays: z.optional(CompanyDefaults.shape.claimDays),
  uploadQuotaGb: z.optional(CompanyDefaults.shape.uploadQuotaGb),
  version,
});

export const companyDefaultsRoutes = {
  companyDefaults: {
    reply: SavedDefaults,
    access: can.manageSettings,
    summary:
      'How often digests come, when answers are reminded of, how long a claim may wait, how much a project may upload, and what of it stands in the environment.',
  },
  editCompanyDefaults: {
    body: DefaultsEdit,
    reply: SavedDefaults,
    access: can.manageSettings,
    summary: 'Changes them, in all processes at once.',
  },
} satisfies RouteDefinitions;

const days = z.nullable(
  z.literal(retentionDays, 'It is kept for 90, 365, 730, 1825 or 3650 days, or with null for ever'),
);

/** Days; null: for ever. */
export const Retention = z.object({
  auditLog: z.nullable(
    z.literal(auditLogDays, 'The audit log is kept for 365, 730, 1825 or 3650 days, or with null for ever'),
  ),
  notifications: days,
  demoRequests: days,
});
export type Retention = z.infer<typeof Retention>;

export const SavedRetention = z.extend(Retention, { version: z.number() });
export type SavedRetention = z.infer<typeof SavedRetention>;

export const RetentionEdit = z.extend(Retention, { version });

export const retentionRoutes = {
  retention: {
    reply: SavedRetention,
    access: can.manageSettings,
    summary: 'How many days the audit log, notifications and demo requests are kept; null: for ever.',
  },
  editRetention: {
    body: RetentionEdit,
    reply: SavedRetention,
    access: can.manageSettings,
    summary: 'Changes them; what is older is removed within the hour, and the audit log says how much.',
  },
} satisfies RouteDefinitions;
