// The schemas and routes of rejections and of pictures taken back: reasons, flags, the answers to those, and what changed since.
import * as z from 'zod/mini';
import { ById, fileId, Instant, id, Ok, optionalText, text, version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { sessionFieldNames } from '#contract/core/session-fields.ts';
import { MediaKindParam } from '#contract/media/media-kind.ts';
import { FilePath, ImagePath } from '#contract/media/routes.ts';
import { can } from '#contract/policy.ts';
import { maxTakeBackReason } from './endpoints.ts';
import { type EditableReason, editableReasons, maxFlags, maxLine, reasonCodes } from './rejection.ts';

const isSet = (values: readonly unknown[]) => new Set(values).size === values.length;

const ReasonCode = z.enum(reasonCodes, `A reason must be one of ${reasonCodes.join(', ')}`);

/** What a rejection may include beside words. */
export const Reasons = z
  .array(ReasonCode, 'reasons must be a list')
  .check(z.refine(isSet, 'Each reason may be named once'));

const noItem = 'item must be the id of a picture';

const Flag = z.object({
  mediaKind: MediaKindParam,
  /** Provider and file id, as `MediaItem.id`. */
  item: fileId(z.string(noItem).check(z.minLength(1, noItem), z.maxLength(2000, noItem))),
  note: optionalText(maxLine, 'A note'),
});
export type Flag = z.infer<typeof Flag>;

export const Flags = z.array(Flag, 'flags must be a list').check(
  z.maxLength(maxFlags, `At most ${maxFlags} pictures can be flagged`),
  z.refine(
    (flags) => isSet(flags.map(({ mediaKind, item }) => `${mediaKind} ${item}`)),
    'Each picture may be flagged once',
  ),
);

/** The photographer's answers to flagged pictures; one that is left out, or empty, stays unanswered. */
export const FlagAnswers = z
  .array(
    z.object({ flagId: id('flagId must be a whole number'), answer: optionalText(maxLine, 'An answer') }),
    'answers must be a list',
  )
  .check(
    z.maxLength(maxFlags, `At most ${maxFlags} pictures are flagged`),
    z.refine((answers) => isSet(answers.map(({ flagId }) => flagId)), 'Each flagged picture may be answered once'),
  );
export type FlagAnswers = z.infer<typeof FlagAnswers>;

const ReasonSettingFields = z.object({
  sentence: text('A reason needs a sentence', maxLine, 'The sentence'),
  enabled: z.boolean('enabled must be true or false'),
});

export const ReasonSettings = z.object(
  Object.fromEntries(editableReasons.map((code) => [code, ReasonSettingFields])) as Record<
    EditableReason,
    typeof ReasonSettingFields
  >,
);

export const SavedReasons = z.object({ reasons: ReasonSettings, version: z.number() });
export type SavedReasons = z.infer<typeof SavedReasons>;

export const ReasonsEdit = z.object({ reasons: ReasonSettings, version });

const Rejected = z.object({
  at: Instant,
  byName: z.string(),
  reason: z.nullable(z.string()),
  /** Null for a rejection made before there were coded reasons. */
  reasons: z.nullable(z.array(ReasonCode)),
});

/** `replaced`: its bytes differ, or another one of its name took its place; `unknown`: its folder cannot be listed now. */
const pictureStates = ['there', 'replaced', 'gone', 'unknown'] as const;

export const FlaggedPicture = z.object({
  id: z.number(),
  mediaKind: MediaKindParam,
  item: fileId(z.string()),
  name: z.string(),
  note: z.nullable(z.string()),
  state: z.enum(pictureStates),
  /** At s400: the replacement, if any; null if it is gone. The token may be replaced by another size. */
  thumbnailUrl: z.nullable(z.string()),
  /** A replaced one as it was when flagged, at s400; it may no longer exist. */
  formerUrl: z.nullable(z.string()),
  answer: z.nullable(z.string()),
});
export type FlaggedPicture = z.infer<typeof FlaggedPicture>;

const aboutRejection = {
  /** The last rejection; null if there was none, or the session was released since. */
  rejection: z.nullable(Rejected),
  /** When it was resubmitted; null while that is awaited. */
  resubmittedAt: z.nullable(Instant),
  /** The photographer's note with the resubmission. */
  resubmitNote: z.nullable(z.string()),
};

export const SessionFlags = z.object({ ...aboutRejection, flags: z.array(FlaggedPicture) });
export type SessionFlags = z.infer<typeof SessionFlags>;

const FieldChange = z.object({
  field: z.enum(['project', 'site', 'photographer', ...sessionFieldNames]),
  /** Display values: for a project, site or photographer its name. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type FieldChange = z.infer<typeof FieldChange>;

const ChangedFile = z.object({ item: fileId(z.string()), name: z.string(), thumbnailUrl: z.nullable(z.string()) });

/** `files`: the first of them. */
const ChangedFiles = z.object({ count: z.number(), files: z.array(ChangedFile) });

/** `formerUrl`: for a picture the one that it replaces, at s400; it may no longer exist. */
const ReplacedFiles = z.object({
  count: z.number(),
  files: z.array(z.extend(ChangedFile, { formerUrl: z.nullable(z.string()) })),
});

/** The files behind a tab. `known`: false if they could not be listed then or now, so that nothing can be said. */
const TabChanges = z.object({
  mediaKind: MediaKindParam,
  known: z.boolean(),
  added: ChangedFiles,
  removed: ChangedFiles,
  replaced: ReplacedFiles,
});
export type TabChanges = z.infer<typeof TabChanges>;

/** What differs from the rejected record; only tabs with a difference, or with unknown files. */
export const SessionChanges = z.object({
  ...aboutRejection,
  fields: z.array(FieldChange),
  tabs: z.array(TabChanges),
  /** Nothing differs, as far as is known. */
  unchanged: z.boolean(),
});
export type SessionChanges = z.infer<typeof SessionChanges>;

export const reasonRoutes = {
  rejectionReasons: {
    reply: SavedReasons,
    access: can.reviewSessions,
    summary: 'The reasons for which sessions are sent back: their sentences, and which are offered.',
  },
  editRejectionReasons: {
    body: ReasonsEdit,
    reply: SavedReasons,
    access: can.manageSettings,
    summary: 'Changes them, for rejections from then on.',
  },
} satisfies RouteDefinitions;

export const rejectionRoutes = {
  sessionFlags: {
    params: ById,
    reply: SessionFlags,
    access: can.seePresentContent,
    summary: 'Why a session was sent back last, the pictures that were flagged then, and the answers to them.',
  },
  sessionChanges: {
    params: ById,
    reply: SessionChanges,
    access: can.seePresentContent,
    summary: 'What changed in a session since it was sent back: fields, links and files.',
  },
  formerPicture: {
    params: ImagePath,
    reply: 'image/*',
    access: can.seePresentContent,
    summary: 'A picture as it was when its session was sent back, for as long as a small one of it is kept.',
  },
} satisfies RouteDefinitions;

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
