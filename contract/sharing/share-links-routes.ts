// The schemas and routes of share links and of their rules.
import * as z from 'zod/mini';
import { ById, fileId, Instant, id, Ok, paging, version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { MediaKindParam } from '#contract/media/media-kind.ts';
import { can, shareScopes } from '#contract/policy.ts';
import { siteOrigin } from './embed-site.ts';
import { maxEmbedSites, shareDays, shareLinkStates } from './endpoints.ts';
import { Period, PeriodReport, SessionReport } from './reports-routes.ts';

const needsRecipient = 'Say who the link is for';
const pinRule = 'A PIN has six digits';

/** One line: a name appears in subjects of mails and in previews. */
const oneLine = z.string(needsRecipient).check(
  z.overwrite((value) => value.replace(/[\s\p{C}]+/gu, ' ').trim()),
  z.minLength(1, needsRecipient),
  z.maxLength(120, 'The name must be at most 120 characters'),
);

const item = fileId(z.string('item must be the id of a picture').check(z.minLength(1), z.maxLength(2000)));

/** A picture of a visit, by its tab and id. */
export const SharePicture = z.object({ mediaKind: MediaKindParam, item });
export type SharePicture = z.infer<typeof SharePicture>;

const share = (name: string) => z.number(`${name} must be a number`);
const percent = (name: string) => share(name).check(z.minimum(0), z.maximum(100));

/** A point of a photo (shares from its left and top), and how much larger than whole it is shown. */
const photoView = (name: string, least: number) =>
  z.object({
    x: share(name).check(z.minimum(least), z.maximum(1)),
    y: share(name).check(z.minimum(least), z.maximum(1)),
    zoom: share(name).check(z.minimum(0.05), z.maximum(20)),
  });

/**
 * How two pictures were compared: the mode, its divider or blend in percent, the visible part, and the newer one's relation to the older.
 */
export const SharedView = z.object({
  mode: z.enum(['side', 'swipe', 'fade'], 'mode must be side, swipe or fade'),
  at: percent('at'),
  part: photoView('part', 0),
  shift: photoView('shift', -1),
  /** The older photo is overlaid on the newer one, where the alignment is known; left out: it is. */
  aligned: z.optional(z.boolean('aligned must be true or false')),
});
export type SharedView = z.infer<typeof SharedView>;

/** A session with `pictures`, a project from one day to another (`viewpoints`: those whose pairs it shows, left out: all), or a lender's pack. */
export const SharedReport = z.discriminatedUnion(
  'of',
  [
    z.object({ of: z.literal('session'), pictures: SessionReport.shape.pictures }),
    z.object({
      of: z.literal('period'),
      from: Period.shape.from,
      to: Period.shape.to,
      viewpoints: PeriodReport.shape.viewpoints,
    }),
    z.object({ of: z.literal('pack'), number: id('number must be the number of a pack') }),
  ],
  'report must be of a session, of a period, or a pack',
);
export type SharedReport = z.output<typeof SharedReport>;
/** As a link keeps it: of a pack with its days. */
export type StoredReport =
  | Exclude<SharedReport, { of: 'pack' }>
  | (Extract<SharedReport, { of: 'pack' }> & { from: string; to: string });

const siteRule = 'A site is an address with https, such as https://www.example.com';
const embedSites = z
  .array(z.string(siteRule).check(z.maxLength(300, siteRule)), 'embedSites must be a list of addresses')
  .check(
    z.maxLength(maxEmbedSites, `A link may be embedded on at most ${maxEmbedSites} sites`),
    z.overwrite((sites) => [...new Set(sites.map((one) => siteOrigin(one) ?? ''))]),
    z.refine((sites) => !sites.includes(''), siteRule),
  );

const until = z
  .string('expiresAt must be an instant such as 2026-11-20T10:00:00Z')
  .check(
    z.refine(
      (value) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value)),
      'expiresAt must be an instant such as 2026-11-20T10:00:00Z',
    ),
  );

export const NewShareLink = z.object({
  scope: z.enum(shareScopes, `scope must be one of ${shareScopes.join(', ')}`),
  sessionId: z.optional(z.nullable(id('sessionId must be the number of a session'))),
  /** For a comparison: the other one. */
  otherSessionId: z.optional(z.nullable(id('otherSessionId must be the number of a session'))),
  viewpointId: z.optional(z.nullable(id('viewpointId must be the number of a viewpoint'))),
  /** For a comparison: the two pictures that it opens with, in the order of its sessions. */
  pictures: z.optional(
    z.nullable(z.array(SharePicture, 'pictures must be a list').check(z.minLength(2), z.maxLength(2))),
  ),
  view: z.optional(z.nullable(SharedView)),
  /** A report: of the named session, or of the project. */
  report: z.optional(z.nullable(SharedReport)),
  /** Shown to everyone who opens it. */
  recipient: oneLine,
  /** At most a year ahead; left out, 30 days. */
  expiresAt: z.optional(z.nullable(until)),
  pin: z.optional(z.nullable(z.string(pinRule).check(z.regex(/^\d{6}$/, pinRule)))),
  downloads: z._default(z.boolean('downloads must be true or false'), false),
  /** Includes players of other hosts, which revoking cannot end. */
  players: z._default(z.boolean('players must be true or false'), false),
  /** The sites on which its page may be embedded, each as an address with https; kept as origins. */
  embedSites: z._default(embedSites, []),
  /** Offers to write to whoever shares it, which shows their email address. */
  questions: z._default(z.boolean('questions must be true or false'), false),
});
export type NewShareLink = z.input<typeof NewShareLink>;

export const ShareLink = z.object({
  id: z.number(),
  scope: z.enum(shareScopes),
  projectId: z.number(),
  sessionId: z.nullable(z.number()),
  otherSessionId: z.nullable(z.number()),
  viewpointId: z.nullable(z.number()),
  /** The day of the visit, the viewpoint's name, or both days, also of a period; null for a project. */
  subject: z.nullable(z.string()),
  recipient: z.string(),
  hasPin: z.boolean(),
  downloads: z.boolean(),
  players: z.boolean(),
  embedSites: z.array(z.string()),
  questions: z.boolean(),
  state: z.enum(shareLinkStates),
  expiresAt: Instant,
  sharedBy: z.object({ id: z.number(), firstName: z.string(), lastName: z.string() }),
  createdAt: Instant,
  opens: z.number(),
  firstOpenedAt: z.nullable(Instant),
  lastOpenedAt: z.nullable(Instant),
  /** Its first open on each UTC day, the last 30 of them, newest first. */
  openedOn: z.array(Instant),
});
export type ShareLink = z.infer<typeof ShareLink>;

/** Returned only this once. */
export const ShareAddress = z.object({
  link: ShareLink,
  /** Path of the page, without the host. */
  path: z.string(),
  /** The whole address; null if the operator has not set the product's public address. */
  url: z.nullable(z.string()),
});

export const ShareLinkQuery = z.object(paging);
export const EndedLinks = z.object({ ended: z.number() });

export const shareLinkRoutes = {
  shareLinks: {
    params: ById,
    query: ShareLinkQuery,
    reply: ShareLink,
    access: can.shareThings,
    summary: 'The share links of a project, newest first: all for admins, their own for its clients.',
  },
  createShareLink: {
    params: ById,
    body: NewShareLink,
    reply: ShareAddress,
    access: can.shareThings,
    summary: 'Shares something of a project with somebody without a login; its address is answered this once.',
  },
  renewShareLink: {
    params: ById,
    reply: ShareAddress,
    access: can.shareThings,
    summary: 'Gives a link that still holds a new address; the former one ends at once.',
  },
  endShareLink: {
    params: ById,
    reply: Ok,
    access: can.shareThings,
    summary: 'Ends a link at once, open pages and running films included.',
  },
  endAllShareLinks: {
    params: ById,
    reply: EndedLinks,
    access: can.endAllLinks,
    summary: 'Ends all links of a project.',
  },
} satisfies RouteDefinitions;

export const ShareRules = z.object({
  /** Of a link that is made from now on. */
  longestDays: z.literal(shareDays, 'A link may last for 1, 7, 30, 90 or 365 days'),
  pinAlways: z.boolean('pinAlways must be true or false'),
  /** False: also of links that were made before. */
  downloads: z.boolean('downloads must be true or false'),
});
export type ShareRules = z.infer<typeof ShareRules>;

export const SavedShareRules = z.extend(ShareRules, { version: z.number() });
export type SavedShareRules = z.infer<typeof SavedShareRules>;

export const ShareRulesEdit = z.extend(ShareRules, { version });

export const shareRuleRoutes = {
  shareRules: {
    reply: SavedShareRules,
    access: can.shareThings,
    summary: 'How long share links may last, whether each needs a PIN, and whether pictures may be downloaded.',
  },
  editShareRules: {
    body: ShareRulesEdit,
    reply: SavedShareRules,
    access: can.manageSettings,
    summary: 'Changes them: for links from then on, and downloads for all at once.',
  },
} satisfies RouteDefinitions;
