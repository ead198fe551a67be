// The routes of media.
import * as endpoints from '#contract/media.ts';
import { can } from '#contract/policy.ts';
import { route } from '#contract/route.ts';
import * as schemas from '#contract/schemas/media.ts';

export const media = {
  ofSession: route(endpoints.sessionMedia, {
    params: schemas.MediaTabPath,
    reply: schemas.Media,
    access: can.authenticated,
    summary: 'What one tab of a session’s media needs.',
  }),
  ofDriveFolder: route(endpoints.driveFolderImages, {
    params: schemas.DriveFolderPath,
    reply: schemas.DriveFolderImages,
    access: can.authenticated,
    summary: 'The images of a Google Drive folder that a session one may see links to.',
  }),
  checkLink: route(endpoints.checkLink, {
    body: schemas.LinkToCheck,
    reply: schemas.LinkCheck,
    access: can.submitSessions,
    summary: 'Says what a media link leads to, before it is submitted to a project.',
  }),
  cover: route(endpoints.sessionCover, {
    params: schemas.CoverPath,
    reply: 'image/*',
    access: can.authenticated,
    summary: 'The first drone picture of a session.',
  }),
  image: route(endpoints.sessionImage, {
    params: schemas.ImagePath,
    query: schemas.VersionQuery,
    reply: 'image/*',
    access: can.authenticated,
    summary: 'A picture of a session in one of the sizes.',
  }),
  file: route(endpoints.sessionFile, {
    params: schemas.FilePath,
    query: schemas.FileQuery,
    reply: '*/*',
    access: can.authenticated,
    summary: 'A file of a session, whole or by Range; with `download` under its name.',
  }),
  linkImage: route(endpoints.linkImage, {
    params: schemas.LinkImagePath,
    reply: 'image/*',
    access: can.authenticated,
    summary: 'A picture behind a link that one has just checked.',
  }),
};
