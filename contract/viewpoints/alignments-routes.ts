// The schemas and routes of alignments between the pictures of two visits.
import * as z from 'zod/mini';
import { idText } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { fileId } from '#contract/core/sealed.ts';
import { MediaKindParam } from '#contract/media/media-kind.ts';
import { can } from '#contract/policy.ts';
import { maxMarks, minMarks } from './alignments.ts';
import { PictureRef } from './routes.ts';

const item = fileId(z.string().check(z.minLength(1, 'item is required'), z.maxLength(2000, 'item is too long')));

export const AlignmentQuery = z.object({
  olderSession: idText('olderSession must be a whole number'),
  olderKind: MediaKindParam,
  olderItem: item,
  newerSession: idText('newerSession must be a whole number'),
  newerKind: MediaKindParam,
  newerItem: item,
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
