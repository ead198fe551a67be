// The schemas and routes of viewpoints, of the pictures that visits have of them, and of their alignment.
import * as z from 'zod/mini';
import { ById, fileId, id, idText, paging, text, version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { MediaKindParam } from '#contract/media/media-kind.ts';
import { MediaItem } from '#contract/media/routes.ts';
import { can } from '#contract/policy.ts';
import { maxMarks, minMarks, pairings, placements, viewpointKinds } from './endpoints.ts';

const Kind = z.enum(viewpointKinds, 'Kind must be photo or panorama');
const name = text('A viewpoint needs a name', 120, 'The name');
/** Provider and file id, as `MediaItem.id`. */
const item = fileId(
  z
    .string('item must be the id of a picture')
    .check(z.minLength(1, 'item must be the id of a picture'), z.maxLength(2000, 'item must be the id of a picture')),
);

/** A visit's picture of a viewpoint, with what a viewer needs to show it. */
export const ViewpointPicture = z.object({
  sessionId: z.number(),
  /** Day of the visit, yyyy-mm-dd. */
  captureDate: z.string(),
  /** By the camera's own clock, without a zone, yyyy-mm-ddThh:mm:ss; null if the file does not say. */
  capturedAt: z.nullable(z.string()),
  mediaKind: MediaKindParam,
  /** How it was placed; null for clients. */
  placedBy: z.nullable(z.enum(placements)),
  item: MediaItem,
});
export type ViewpointPicture = z.infer<typeof ViewpointPicture>;

const viewpoint = {
  id: z.number(),
  projectId: z.number(),
  projectName: z.string(),
  /** Null: the project has no sites. */
  site: z.nullable(z.object({ id: z.number(), name: z.string() })),
  kind: Kind,
  name: z.string(),
  /** Its number on the site, from 1; the order of lists. */
  position: z.number(),
  retired: z.boolean(),
  version: z.number(),
  /** Visits with a picture that the asker may see. */
  visitCount: z.number(),
  first: z.nullable(ViewpointPicture),
  newest: z.nullable(ViewpointPicture),
  /** The asker may name, order and retire it and place pictures. */
  mayManage: z.boolean(),
};

export const Viewpoint = z.object(viewpoint);
export type Viewpoint = z.infer<typeof Viewpoint>;

/** `pictures`: oldest visit first, only those that the asker may see. */
export const ViewpointWithPictures = z.object({ ...viewpoint, pictures: z.array(ViewpointPicture) });
export type ViewpointWithPictures = z.infer<typeof ViewpointWithPictures>;

export const ViewpointQuery = z.object({ ...paging, siteId: z.optional(idText('siteId must be a whole number')) });

const DatedPicture = z.object({
  sessionId: z.number(),
  /** Day of the visit, yyyy-mm-dd. */
  captureDate: z.string(),
  /** Picture at s400. */
  thumbnailUrl: z.string(),
  /** Width by height; null if not known. */
  ratio: z.nullable(z.number()),
});

/** The first and the newest released picture of the viewpoint that shows the longest time; null where none shows two days. */
export const ThenAndNow = z.object({
  pair: z.nullable(
    z.object({
      viewpoint: z.object({ id: z.number(), name: z.string() }),
      older: DatedPicture,
      newer: DatedPicture,
      /** As in an alignment; null while it is not known, and where there is none. */
      matrix: z.nullable(z.array(z.number())),
    }),
  ),
});
export type ThenAndNow = z.infer<typeof ThenAndNow>;

/** Coverage of one visit. `toPlace`: pictures that match more than one viewpoint, or none clearly; empty for clients. */
export const SessionViewpoints = z.object({
  /** All viewpoints of the site that are not retired, and retired ones that have a picture of this visit. */
  viewpoints: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      kind: Kind,
      position: z.number(),
      picture: z.nullable(ViewpointPicture),
    }),
  ),
  toPlace: z.array(
    z.object({
      mediaKind: MediaKindParam,
      item: MediaItem,
      /** Best first. */
      candidates: z.array(z.object({ viewpointId: z.number(), by: z.enum(placements) })),
    }),
  ),
  /** A job is still analysing the visit's pictures. */
  pending: z.boolean(),
  mayManage: z.boolean(),
});
export type SessionViewpoints = z.infer<typeof SessionViewpoints>;

export const NewViewpoints = z.object({
  viewpoints: z
    .array(z.object({ mediaKind: MediaKindParam, item, name, kind: Kind }), 'viewpoints must be a list')
    .check(z.minLength(1, 'Choose at least one picture'), z.maxLength(100, 'A site has at most 100 viewpoints')),
});

export const ViewpointEdit = z.object({
  name: z.optional(name),
  position: z.optional(
    z
      .number('position must be a whole number')
      .check(z.int('position must be a whole number'), z.minimum(1, 'position begins with 1'), z.maximum(100)),
  ),
  retired: z.optional(z.boolean('retired must be true or false')),
  version,
});

export const PicturePath = z.extend(ById, { sessionId: idText('The session’s id must be a whole number') });

/** `item` null: this visit has no picture of it, whatever was computed. */
export const PicturePlacement = z.object({ mediaKind: MediaKindParam, item: z.nullable(item) });

/** A picture to compare with another or to overlay on it. */
export const PictureRef = z.object({ sessionId: id('Session is required'), mediaKind: MediaKindParam, item });

/** `with`: the other visit. */
export const PairQuery = z.object({
  with: idText('with must be the number of a session'),
  kind: MediaKindParam,
  otherKind: MediaKindParam,
});

/** Ids of files: pictures, videos or maps. */
export const PicturePair = z.object({ own: fileId(z.string()), other: fileId(z.string()), by: z.enum(pairings) });
export type PicturePair = z.infer<typeof PicturePair>;

/** The surest first: the first pair that names a picture is its own; pairs by order may repeat a picture. */
export const PicturePairs = z.object({ pairs: z.array(PicturePair) });

export const viewpointRoutes = {
  viewpoints: {
    params: ById,
    query: ViewpointQuery,
    reply: Viewpoint,
    access: can.authenticated,
    summary: 'The viewpoints of a project in their order, site by site; clients those with a released picture.',
  },
  getViewpoint: {
    params: ById,
    reply: ViewpointWithPictures,
    access: can.authenticated,
    summary: 'One viewpoint with its picture of every visit.',
  },
  thenAndNow: {
    params: ById,
    reply: ThenAndNow,
    access: can.followNews,
    summary: 'The first and the newest released picture of the viewpoint of a project that shows the longest time.',
  },
  editViewpoint: {
    params: ById,
    body: ViewpointEdit,
    reply: Viewpoint,
    access: can.manageViewpoints,
    summary: 'Names, orders, retires or brings back a viewpoint; retired ones keep their pictures.',
  },
  placePicture: {
    params: PicturePath,
    body: PicturePlacement,
    reply: SessionViewpoints,
    access: can.manageViewpoints,
    summary: 'Says by hand which picture a visit has of a viewpoint, or that it has none.',
  },
  sessionViewpoints: {
    params: ById,
    reply: SessionViewpoints,
    access: can.authenticated,
    summary: 'Which viewpoints of its site a visit covers, and which pictures wait to be placed.',
  },
  createViewpoints: {
    params: ById,
    body: NewViewpoints,
    reply: SessionViewpoints,
    access: can.manageViewpoints,
    summary: 'Makes viewpoints from pictures of this visit.',
  },
  sessionPairs: {
    params: ById,
    query: PairQuery,
    reply: PicturePairs,
    access: can.authenticated,
    summary: 'Which pictures, films or maps of two visits that one sees belong together.',
  },
} satisfies RouteDefinitions;

const alignedItem = fileId(z.string().check(z.minLength(1, 'item is required'), z.maxLength(2000, 'item is too long')));

export const AlignmentQuery = z.object({
  olderSession: idText('olderSession must be a whole number'),
  olderKind: MediaKindParam,
  olderItem: alignedItem,
  newerSession: idText('newerSession must be a whole number'),
  newerKind: MediaKindParam,
  newerItem: alignedItem,
});

const share = z.number('A mark must be a share from 0 to 1').check(z.minimum(0), z.maximum(1));
/** x and y as shares of the upright picture's width and height. */
const Point = z.tuple([share, share]);

export const Alignment = z.object({
  /** `waiting`: it is being computed. `refused`: these two could not be aligned. */
  state: z.enum(['waiting', 'aligned', 'refused']),
  /** Row by row; maps shares (x, y in 0..1 of width and height) of the upright older picture to shares of the newer. Null for panoramas. */
  matrix: z.nullable(z.array(z.number())),
  /** Points that agree: for a chain those of its weakest link, for a manual alignment its marks. */
  inliers: z.nullable(z.number()),
  /** Share (0 to 1) of similar-looking places that agree: for a chain that of its weakest link; null for a manual alignment. */
  quality: z.nullable(z.number()),
  by: z.nullable(z.enum(['picture', 'hand', 'chain'])),
  /** The marks of a manual alignment, x and y each. */
  marks: z.nullable(z.array(z.object({ older: z.array(z.number()), newer: z.array(z.number()) }))),
  /** For two panoramas: what the newer one shows at a longitude, the older one shows at this many degrees more. */
  yaw: z.nullable(z.number()),
  /** The asker may save a manual alignment for everybody. */
  mayAlign: z.boolean(),
});
export type Alignment = z.infer<typeof Alignment>;

const marks = z.array(z.object({ older: Point, newer: Point }), 'marks must be a list');

/** Marks null: the manual alignment is deleted, and the computed one applies again. */
export const HandAlignment = z.object({
  older: PictureRef,
  newer: PictureRef,
  marks: z.nullable(
    marks.check(
      z.minLength(minMarks, `Mark at least ${minMarks} places in both pictures`),
      z.maxLength(maxMarks, `Mark at most ${maxMarks} places in both pictures`),
    ),
  ),
});

export const alignmentRoutes = {
  getAlignment: {
    query: AlignmentQuery,
    reply: Alignment,
    access: can.authenticated,
    counts: 'alignment',
    summary: 'How two pictures that one may see are aligned; asking starts the work.',
  },
  alignByHand: {
    body: HandAlignment,
    reply: Alignment,
    access: can.alignPictures,
    summary: 'Lays two pictures over each other by places that a person marked in both.',
  },
} satisfies RouteDefinitions;
