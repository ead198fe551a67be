// The schemas of anchors: the place in a picture, video or map that a concern or an answer is about.
import * as z from 'zod/mini';
import { ById, fileId, Instant, id, idText } from '#contract/core/fields.ts';
import { MediaKindParam } from '#contract/media/media-kind.ts';
import { anchorKinds } from './anchors.ts';

const from = (min: number, max: number, message: string) =>
  z.number(message).check(z.gte(min, message), z.lte(max, message));

const share = from(0, 1, 'A place in a picture is given in shares from 0 to 1');
const angle = (name: string, most: number) => from(-most, most, `${name} must be from -${most} to ${most} degrees`);
const second = from(0, 360_000, 'A place in a video is a second from its beginning');
const numbers = (max: number) =>
  z.array(z.number('A view is a list of numbers')).check(z.maxLength(max, 'A view has fewer numbers'));

const Box = z.object({ left: share, top: share, width: share, height: share }).check(
  z.refine(({ left, width }) => left + width <= 1.000_001, 'The box must lie within the picture'),
  z.refine(({ top, height }) => top + height <= 1.000_001, 'The box must lie within the picture'),
);

/** A file by provider and id, in the tab of a session that shows it. */
const file = fileId(
  z
    .string('The file is required')
    .check(z.minLength(1, 'The file is required'), z.maxLength(2000, 'This is the id of no file')),
);
const inTab = { mediaKind: MediaKindParam, file };

type Boxed = { x?: number | undefined; y?: number | undefined; box?: z.infer<typeof Box> | undefined };

/** The pin of an area lies in it. */
function isInBox({ x = 0, y = 0, box }: Boxed): boolean {
  const isWithin = (at: number, from: number, size: number) => at >= from - 0.000_001 && at <= from + size + 0.000_001;
  return box === undefined || (isWithin(x, box.left, box.width) && isWithin(y, box.top, box.height));
}
const besideBox = 'The place must lie within its box';

const OtherPicture = z.object({ sessionId: id('The other session is required'), file });

const comparisonModes = ['side', 'swipe', 'fade', 'blink'] as const;

const Comparison = z
  .object({
    kind: z.literal('comparison'),
    ...inTab,
    x: z.optional(share),
    y: z.optional(share),
    box: z.optional(Box),
    yaw: z.optional(angle('The yaw', 180)),
    pitch: z.optional(angle('The pitch', 90)),
    longitude: z.optional(angle('The longitude', 180)),
    latitude: z.optional(angle('The latitude', 90)),
    other: OtherPicture,
    mode: z.enum(comparisonModes, 'The way to compare must be side, swipe, fade or blink'),
    view: z.optional(numbers(8)),
    shift: z.optional(numbers(3)),
  })
  .check(
    z.refine(
      isOnePlace,
      'A place in a comparison is a point of two photos, a direction in two 360° pictures, or a place on two maps',
    ),
    z.refine(isInBox, besideBox),
  );

type Coordinates = { [name in 'x' | 'y' | 'yaw' | 'pitch' | 'longitude' | 'latitude']?: number | undefined };

/** All numbers of one kind, and none of another. */
function isOnePlace({ box, ...at }: Coordinates & { box?: unknown }): boolean {
  const pairs = [
    [at.x, at.y],
    [at.yaw, at.pitch],
    [at.longitude, at.latitude],
  ].map((pair) => pair.filter((value) => value !== undefined).length);
  const isPhoto = pairs[0] === 2;
  return pairs.filter((count) => count === 2).length === 1 && !pairs.includes(1) && (isPhoto || box === undefined);
}

/** Where a concern is, or what an answer shows; the call names the session. */
export const NewAnchor = z.discriminatedUnion(
  'kind',
  [
    z
      .object({ kind: z.literal('photo'), ...inTab, x: share, y: share, box: z.optional(Box) })
      .check(z.refine(isInBox, besideBox)),
    z.object({ kind: z.literal('panorama'), ...inTab, yaw: angle('The yaw', 180), pitch: angle('The pitch', 90) }),
    z.object({ kind: z.literal('film'), ...inTab, second, x: z.optional(share), y: z.optional(share) }),
    z.object({
      kind: z.literal('map'),
      ...inTab,
      longitude: angle('The longitude', 180),
      latitude: angle('The latitude', 90),
    }),
    Comparison,
  ],
  'The kind of a place must be photo, panorama, film, map or comparison',
);
export type NewAnchor = z.output<typeof NewAnchor>;

/** The numbers of its kind; those of others are absent. */
export const AnchorPlace = z.object({
  x: z.optional(z.number()),
  y: z.optional(z.number()),
  box: z.optional(z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() })),
  yaw: z.optional(z.number()),
  pitch: z.optional(z.number()),
  second: z.optional(z.number()),
  longitude: z.optional(z.number()),
  latitude: z.optional(z.number()),
  mode: z.optional(z.enum(comparisonModes)),
  view: z.optional(z.array(z.number())),
  shift: z.optional(z.array(z.number())),
});
export type AnchorPlace = z.infer<typeof AnchorPlace>;

export const Anchor = z.object({
  id: z.number(),
  disputeId: z.number(),
  kind: z.enum(anchorKinds),
  projectId: z.number(),
  sessionId: z.number(),
  /** The record that was released when the anchor was set. */
  recordId: z.number(),
  mediaKind: MediaKindParam,
  file: fileId(z.string()),
  /** The file's name when the anchor was set. */
  name: z.string(),
  place: AnchorPlace,
  /** For a comparison: the other picture, on the left. */
  other: z.nullable(z.object({ sessionId: z.number(), file: fileId(z.string()) })),
  /** The crop around the place, and where in it the place is, in shares; null where there is no picture of it. */
  cropUrl: z.nullable(z.string()),
  mark: z.nullable(z.object({ x: z.number(), y: z.number() })),
  /** An admin took the picture back (behaviour §23.3). Clients get nothing else: file and name are empty, and there is no crop. */
  takenBack: z.boolean(),
  createdAt: Instant,
});
export type Anchor = z.infer<typeof Anchor>;

export const CropPath = z.extend(ById, { anchor: idText('The number of a crop must be a whole number') });
