// The routes of share links.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { ById, Ok } from '#contract/schemas/fields.ts';
import * as schemas from '#contract/schemas/share-links.ts';

export const shareLinkRoutes = {
  shareLinks: {
    params: ById,
    query: schemas.ShareLinkQuery,
    reply: schemas.ShareLink,
    access: can.shareThings,
    row: 'project',
    summary: 'The share links of a project, newest first: all for admins, their own for its clients.',
  },
  createShareLink: {
    params: ById,
    body: schemas.NewShareLink,
    reply: schemas.ShareAddress,
    access: can.shareThings,
    row: 'project',
    summary: 'Shares something of a project with somebody without a login; its address is answered this once.',
  },
  renewShareLink: {
    params: ById,
    reply: schemas.ShareAddress,
    access: can.shareThings,
    row: 'shareLink',
    summary: 'Gives a link that still holds a new address; the former one ends at once.',
  },
  endShareLink: {
    params: ById,
    reply: Ok,
    access: can.shareThings,
    row: 'shareLink',
    summary: 'Ends a link at once, open pages and running films included.',
  },
  endAllShareLinks: {
    params: ById,
    reply: schemas.EndedLinks,
    access: can.endAllLinks,
    row: 'project',
    summary: 'Ends all links of a project.',
  },
} satisfies RouteDefinitions;
