// The schemas and routes of the checks of a visit and of the checklist of a review.
import * as z from 'zod/mini';
import { ById, fileId, idText, text, version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { MediaKindParam } from '#contract/media/media-kind.ts';
import { can } from '#contract/policy.ts';
import { checkNames, maxChecklistLines, maxLineLength, verdicts } from './checks.ts';

const PictureSide = z.object({
  sessionId: z.number(),
  mediaKind: MediaKindParam,
  /** As `MediaItem.id`. */
  item: fileId(z.string()),
  name: z.string(),
  thumbnailUrl: z.string(),
  imageUrl: z.string(),
});

/** A picture of the visit and the same one of an earlier visit, of whatever project. */
export const BorrowedPicture = z.object({
  own: PictureSide,
  known: z.extend(PictureSide, { captureDate: z.string(), projectName: z.string() }),
  mirrored: z.boolean(),
  cut: z.boolean(),
  turned: z.boolean(),
  /** Share of the earlier picture that this one shows. */
  covered: z.number(),
});
export type BorrowedPicture = z.infer<typeof BorrowedPicture>;

export const Check = z.object({
  name: z.enum(checkNames),
  verdict: z.enum(verdicts),
  /** One or two plain sentences: what was found, and what it was compared with. */
  evidence: z.string(),
  /** The pictures it is about, in the order of the visit. */
  pictures: z.array(
    z.object({
      mediaKind: MediaKindParam,
      /** As `MediaItem.id`. */
      item: fileId(z.string()),
      name: z.string(),
      thumbnailUrl: z.string(),
    }),
  ),
});
export type Check = z.infer<typeof Check>;

export const SessionChecks = z.object({
  /** `waiting`: pictures are still being analysed; what was found so far is included. */
  state: z.enum(['waiting', 'done']),
  checks: z.array(Check),
  /** With the check of that name, for reviewers only. */
  borrowed: z.optional(z.array(BorrowedPicture)),
  /** The letters that one picture is to show; for reviewers only, and only where the project asks for it. */
  visitCode: z.optional(z.string()),
});
export type SessionChecks = z.infer<typeof SessionChecks>;

export const PlaceQuery = z.object({ siteId: z.optional(idText('siteId must be a whole number')) });

export const SitePlace = z.object({
  /** Null: neither the site nor an earlier visit says where it is. */
  place: z.nullable(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      /** The source: the site's own coordinates, or else the middle of earlier visits' pictures. */
      from: z.enum(['site', 'visits']),
    }),
  ),
});
export type SitePlace = z.infer<typeof SitePlace>;

export const VisitCodes = z.object({
  /** Of the asker: today's and, for a crew that leaves where there is no line, tomorrow's. None where the project asks for none. */
  codes: z.array(z.object({ day: z.string(), code: z.string() })),
});
export type VisitCodes = z.infer<typeof VisitCodes>;

export const checkRoutes = {
  sessionChecks: {
    params: ById,
    reply: SessionChecks,
    access: can.readChecks,
    summary: 'What was found about a visit by itself, for those who review it or submitted it.',
  },
  sitePlace: {
    params: ById,
    query: PlaceQuery,
    reply: SitePlace,
    access: can.submitSessions,
    summary: 'Where a site of the project is, or without one the project: by its coordinates or by former visits.',
  },
  visitCodes: {
    params: ById,
    reply: VisitCodes,
    access: can.submitSessions,
    summary: 'The letters that one picture of the asker’s visit is to show, today and tomorrow.',
  },
} satisfies RouteDefinitions;

const Line = z.object({
  text: text('A line of the checklist needs words', maxLineLength, 'A line'),
  kind: z.nullable(MediaKindParam),
});
const CheckOfLine = z.nullable(z.enum(checkNames, `check must be one of ${checkNames.join(', ')}`));

/** Lines from before checks filled some in name none. */
const GivenLine = z.extend(Line, { check: z.optional(CheckOfLine) });

/** In the order in which they are shown. */
export const ChecklistLines = z
  .array(GivenLine, 'lines must be a list')
  .check(z.maxLength(maxChecklistLines, `A checklist has at most ${maxChecklistLines} lines`));

export const SavedChecklist = z.object({ lines: z.array(z.extend(Line, { check: CheckOfLine })), version: z.number() });
export type SavedChecklist = z.infer<typeof SavedChecklist>;

export const ChecklistEdit = z.object({ lines: ChecklistLines, version });

export const checklistRoutes = {
  checklist: {
    reply: SavedChecklist,
    access: can.reviewSessions,
    summary: 'What a reviewer checks in a session, line by line.',
  },
  editChecklist: {
    body: ChecklistEdit,
    reply: SavedChecklist,
    access: can.manageSettings,
    summary: 'Changes the lines and their order.',
  },
} satisfies RouteDefinitions;
