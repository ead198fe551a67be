// The routes of pictures taken back.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { Ok } from '#contract/schemas/fields.ts';
import { FilePath } from '#contract/schemas/media.ts';
import { TakeBack, TakenBackPath } from '#contract/schemas/taken-back.ts';

export const takenBackRoutes = {
  takeBack: {
    params: FilePath,
    body: TakeBack,
    reply: Ok,
    access: can.takeBackPictures,
    row: 'session',
    summary: 'Hides one file of a released session from clients and guests at once; the crew goes on seeing it.',
  },
  showAgain: {
    params: TakenBackPath,
    reply: Ok,
    access: can.takeBackPictures,
    row: 'session',
    summary: 'Shows clients and guests a file again that was taken back.',
  },
} satisfies RouteDefinitions;
