// The routes of media.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import * as schemas from '#contract/schemas/media.ts';

export const mediaRoutes = {
  sessionMedia: {
    params: schemas.MediaTabPath,
    reply: schemas.Media,
    access: can.authenticated,
    summary: 'What one tab of a session’s media needs.',
  },
  sealedId: {
    query: schemas.FileId,
    reply: schemas.FileId,
    access: can.authenticated,
    summary: 'The sealed id of a file, whether there is one or not, from one of before.',
  },
  driveFolderImages: {
    params: schemas.DriveFolderPath,
    reply: schemas.DriveFolderImages,
    access: can.authenticated,
    summary: 'The images of a Google Drive folder that a session one may see links to.',
  },
  checkLink: {
    body: schemas.LinkToCheck,
    reply: schemas.LinkCheck,
    access: can.submitSessions,
    summary: 'Says what a media link leads to, before it is submitted to a project.',
  },
  sessionCover: {
    params: schemas.CoverPath,
    reply: 'image/*',
    access: can.authenticated,
    summary: 'The first drone picture of a session.',
  },
  sessionImage: {
    params: schemas.ImagePath,
    query: schemas.VersionQuery,
    reply: 'image/*',
    access: can.authenticated,
    summary: 'A picture of a session in one of the sizes.',
  },
  sessionFile: {
    params: schemas.FilePath,
    query: schemas.FileQuery,
    reply: '*/*',
    access: can.authenticated,
    summary: 'A file of a session, whole or by Range; with `download` under its name.',
  },
  sessionDeliverable: {
    params: schemas.DeliverablePath,
    reply: schemas.Deliverable,
    access: can.authenticated,
    summary: 'The files of a deliverable of a session that lies in the product’s own storage.',
  },
  deliverableFile: {
    params: schemas.DeliverableFilePath,
    query: schemas.VersionQuery,
    reply: '*/*',
    access: can.authenticated,
    summary: 'A file of a deliverable under its name, whole or by Range.',
  },
  linkImage: {
    params: schemas.LinkImagePath,
    reply: 'image/*',
    access: can.authenticated,
    summary: 'A picture behind a link that one has just checked.',
  },
} satisfies RouteDefinitions;
