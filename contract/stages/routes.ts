// The schemas and routes of stages.
import * as z from 'zod/mini';
import { ById, day, fileId, Instant, id, optionalText, Paging, text, version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { mediaKinds } from '#contract/media/endpoints.ts';
import { can } from '#contract/policy.ts';
import {
  markActs,
  markGivers,
  markKinds,
  maxCriteria,
  maxPictures,
  maxStages,
  maxWanted,
  wholeWeight,
} from './endpoints.ts';

const Kind = z.enum(markKinds, 'kind must be claimed, seen, confirmed or acknowledged');
const MediaKind = z.enum(mediaKinds, 'This is no kind of media');

const Criterion = z.object({ id: z.number(), text: z.string() });
const Wanted = z.object({
  text: z.nullable(z.string()),
  viewpoint: z.nullable(z.object({ id: z.number(), name: z.string() })),
});

/** A picture that shows a criterion; only those that the asker may see leave the server. */
export const StagePicture = z.object({
  sessionId: z.number(),
  captureDate: z.string(),
  mediaKind: MediaKind,
  item: fileId(z.string()),
  name: z.string(),
  thumbnailUrl: z.string(),
});
export type StagePicture = z.infer<typeof StagePicture>;

export const GivenMark = z.object({
  id: z.number(),
  kind: Kind,
  act: z.enum(markActs),
  as: z.enum(markGivers),
  /** As the account had it then, or as a guest typed it. */
  byName: z.string(),
  /** The asker's own. */
  own: z.boolean(),
  at: Instant,
  note: z.nullable(z.string()),
  onSite: z.boolean(),
  /** The visit it rests on; null where it rests on none, or on one that the asker does not see. */
  session: z.nullable(z.object({ id: z.number(), captureDate: z.string() })),
  /** The visit it rests on was removed, or a picture of it taken back, since. */
  lost: z.boolean(),
});
export type GivenMark = z.infer<typeof GivenMark>;

/** What comes next, and whether it is the asker's to give. */
const Ask = z.object({ kind: Kind, mine: z.boolean() });

const Variance = z.object({
  kind: z.enum(['unconfirmed']),
  /** Whole days since the claim. */
  days: z.number(),
});

const stage = {
  id: z.number(),
  projectId: z.number(),
  projectName: z.string(),
  site: z.nullable(z.object({ id: z.number(), name: z.string() })),
  /** From 1, in its list. */
  position: z.number(),
  name: z.string(),
  plannedOn: z.nullable(z.string()),
  /** Hundredths of a per cent of the works. */
  weight: z.nullable(z.number()),
  criteria: z.array(Criterion),
  wanted: z.array(Wanted),
  /** It has marks and was left out of its list: it is kept, and asks for nothing. */
  dropped: z.boolean(),
  /** Of its list. */
  version: z.number(),
  claimed: z.nullable(GivenMark),
  seen: z.nullable(GivenMark),
  confirmed: z.nullable(GivenMark),
  acknowledged: z.array(GivenMark),
  refused: z.nullable(GivenMark),
  asks: z.nullable(Ask),
  /** Only for those who read it: admins and clients. */
  variance: z.nullable(Variance),
  /** The last of its marks; sent with the next one, so that nobody marks what they have not seen. */
  lastMark: z.nullable(z.number()),
};

export const Stage = z.object(stage);
export type Stage = z.infer<typeof Stage>;

const MarkedCriterion = z.object({
  text: z.string(),
  ticked: z.boolean(),
  pictures: z.array(StagePicture),
  /** Pictures that the asker does not see, or no longer. */
  withheld: z.number(),
});

export const StageWithMarks = z.object({
  ...stage,
  /** All that were ever given, oldest first, each with the criteria as they stood then. */
  marks: z.array(z.object({ ...GivenMark.shape, criteria: z.array(MarkedCriterion) })),
  /** What the asker may do now, besides what is asked of them. */
  may: z.array(z.object({ kind: Kind, act: z.enum(markActs), onSite: z.boolean() })),
});
export type StageWithMarks = z.infer<typeof StageWithMarks>;

/** How far a project is: of each list the present stage, which is the first that is not confirmed, and the one after it; and the marks that the asker may give now. */
export const StageProgress = z.object({
  lists: z.array(
    z.object({
      /** Null for the project’s own. */
      site: z.nullable(z.string()),
      present: z.nullable(z.string()),
      next: z.nullable(z.string()),
      confirmed: z.number(),
      stages: z.number(),
    }),
  ),
  waits: z.array(z.object({ stageId: z.number(), name: z.string(), kind: Kind })),
});
export type StageProgress = z.infer<typeof StageProgress>;

const weightRule = 'A weight is a number of per cent from 0 to 100, with at most two decimals';

export const NewStage = z.object({
  /** Left out, it is a new one. */
  id: z.optional(z.nullable(id('The stage’s id must be a whole number'))),
  name: text('Name the stage', 120, 'The stage’s name'),
  plannedOn: z.optional(z.nullable(day('The planned date must be a day, such as 2026-11-20'))),
  weight: z.optional(
    z.nullable(
      z.number(weightRule).check(z.int(weightRule), z.minimum(0, weightRule), z.maximum(wholeWeight, weightRule)),
    ),
  ),
  criteria: z
    .array(
      z.object({
        id: z.optional(z.nullable(z.number())),
        text: text('Say the criterion in words', 300, 'A criterion'),
      }),
      'Criteria must be a list',
    )
    .check(z.maxLength(maxCriteria, `A stage has at most ${maxCriteria} criteria`)),
  wanted: z
    .array(
      z.object({
        text: optionalText(300, 'A wanted picture'),
        viewpointId: z.optional(z.nullable(id('The viewpoint’s id must be a whole number'))),
      }),
      'Wanted pictures must be a list',
    )
    .check(z.maxLength(maxWanted, `A stage has at most ${maxWanted} wanted pictures`)),
});

export const StageListEdit = z.object({
  /** Null: the project’s own list. */
  siteId: z.optional(z.nullable(id('The site’s id must be a whole number'))),
  stages: z
    .array(NewStage, 'Stages must be a list')
    .check(z.maxLength(maxStages, `A list has at most ${maxStages} stages`)),
  version,
});

export const StageList = z.object({ stages: z.array(Stage), version: z.number(), complete: z.boolean() });
export type StageList = z.infer<typeof StageList>;

export const NewMark = z.object({
  kind: Kind,
  act: z._default(z.enum(markActs, 'act must be given, refused or taken_back'), 'given'),
  /** The visit it names: for a claim and for what was seen. */
  sessionId: z.optional(z.nullable(id('The session’s id must be a whole number'))),
  /** A checker's, after a visit of their own. */
  onSite: z._default(z.boolean('onSite must be true or false'), false),
  /** The reason, where something is refused or taken back. */
  note: optionalText(2000, 'The note'),
  criteria: z.optional(
    z
      .array(
        z.object({
          id: z.number('A criterion’s id must be a number'),
          /** As the sender read it: a criterion that was reworded since is not ticked unread. Left out, it is not checked. */
          text: z.optional(z.string('A criterion’s text must be text')),
          ticked: z.boolean('ticked must be true or false'),
          pictures: z._default(
            z
              .array(
                z.object({
                  sessionId: id('The session’s id must be a whole number'),
                  mediaKind: MediaKind,
                  item: fileId(z.string('A picture is required').check(z.minLength(1), z.maxLength(2000))),
                }),
                'Pictures must be a list',
              )
              .check(z.maxLength(maxPictures, `A criterion shows at most ${maxPictures} pictures`)),
            [],
          ),
        }),
        'Criteria must be a list',
      )
      .check(z.maxLength(maxCriteria, `A stage has at most ${maxCriteria} criteria`)),
  ),
  /** The last mark that the sender saw; null for none. Left out, it is not checked. */
  lastMark: z.optional(z.nullable(z.number('lastMark must be a number'))),
});

export const stageRoutes = {
  stages: {
    params: ById,
    query: Paging,
    reply: Stage,
    access: can.authenticated,
    summary: 'The stages of a project, list by list, with the marks that stand.',
  },
  getStage: {
    params: ById,
    reply: StageWithMarks,
    access: can.authenticated,
    summary: 'One stage with all its marks, and the pictures by which its criteria were ticked.',
  },
  editStages: {
    params: ById,
    body: StageListEdit,
    reply: StageList,
    access: can.manageStages,
    summary: 'Replaces the stages of a project or site; one with marks that is left out is kept as dropped.',
  },
  markStage: {
    params: ById,
    body: NewMark,
    reply: StageWithMarks,
    access: can.markStages,
    summary: 'Claims, sees, confirms, refuses or acknowledges a stage, or takes such a mark back.',
  },
} satisfies RouteDefinitions;
