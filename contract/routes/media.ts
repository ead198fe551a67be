// The routes of media.
import * as endpoints from '#contract/media.ts';
import { can } from '#contract/policy.ts';
import { route } from '#contract/route.ts';
import {
  DriveFolderImages,
  DriveFolderPath,
  LinkCheck,
  LinkToCheck,
  Media,
  MediaTabPath,
} from '#contract/schemas/media.ts';

export const media = {
  ofSession: route(endpoints.sessionMedia, {
    params: MediaTabPath,
    reply: Media,
    access: can.authenticated,
    summary: 'What one tab of a session’s media needs.',
  }),
  ofDriveFolder: route(endpoints.driveFolderImages, {
    params: DriveFolderPath,
    reply: DriveFolderImages,
    access: can.authenticated,
    summary: 'The images of a Google Drive folder that a session one may see links to.',
  }),
  checkLink: route(endpoints.checkLink, {
    body: LinkToCheck,
    reply: LinkCheck,
    access: can.submitSessions,
    summary: 'Says what a media link leads to, before it is submitted to a project.',
  }),
};
