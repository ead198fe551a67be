// The routes of viewpoints.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { ById } from '#contract/schemas/fields.ts';
import * as schemas from '#contract/schemas/viewpoints.ts';

export const viewpointRoutes = {
  viewpoints: {
    params: ById,
    query: schemas.ViewpointQuery,
    reply: schemas.Viewpoint,
    access: can.authenticated,
    summary: 'The viewpoints of a project in their order, site by site; clients those with a released picture.',
  },
  getViewpoint: {
    params: ById,
    reply: schemas.ViewpointWithPictures,
    access: can.authenticated,
    summary: 'One viewpoint with its picture of every visit.',
  },
  editViewpoint: {
    params: ById,
    body: schemas.ViewpointEdit,
    reply: schemas.Viewpoint,
    access: can.manageViewpoints,
    row: 'viewpoint',
    summary: 'Names, orders, retires or brings back a viewpoint; retired ones keep their pictures.',
  },
  placePicture: {
    params: schemas.PicturePath,
    body: schemas.PicturePlacement,
    reply: schemas.SessionViewpoints,
    access: can.manageViewpoints,
    row: 'viewpoint',
    summary: 'Says by hand which picture a visit has of a viewpoint, or that it has none.',
  },
  sessionViewpoints: {
    params: ById,
    reply: schemas.SessionViewpoints,
    access: can.authenticated,
    summary: 'Which viewpoints of its site a visit covers, and which pictures wait to be placed.',
  },
  createViewpoints: {
    params: ById,
    body: schemas.NewViewpoints,
    reply: schemas.SessionViewpoints,
    access: can.manageViewpoints,
    row: 'session',
    summary: 'Makes viewpoints from pictures of this visit.',
  },
  sessionPairs: {
    params: ById,
    query: schemas.PairQuery,
    reply: schemas.PicturePairs,
    access: can.authenticated,
    summary: 'Which pictures, films or maps of two visits that one sees belong together.',
  },
} satisfies RouteDefinitions;
