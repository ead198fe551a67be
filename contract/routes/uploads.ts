// The routes of uploads. To whoever neither began one nor may edit the session that names it, it does not exist.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { Ok } from '#contract/schemas/fields.ts';
import * as schemas from '#contract/schemas/uploads.ts';
import { uploadLimits } from '#contract/uploads.ts';

const access = can.submitSessions;

export const uploadRoutes = {
  startUpload: {
    body: schemas.NewUpload,
    reply: schemas.Upload,
    access,
    bodyLimit: 1024 * 1024,
    summary: 'Announces the files of an upload to a project, or more files to one; answers where each is sent.',
  },
  getUpload: {
    params: schemas.UploadPath,
    reply: schemas.Upload,
    access,
    summary: 'The files of an upload that one may add to, and how each stands.',
  },
  uploadOffset: {
    params: schemas.UploadFilePath,
    reply: '*/*',
    access,
    summary: 'HEAD, by the tus protocol: how many bytes of the file are there.',
  },
  sendChunk: {
    params: schemas.UploadFilePath,
    reply: '*/*',
    access,
    bodyLimit: uploadLimits.chunkBytes,
    counts: 'chunk',
    summary: 'The next bytes of a file, by the tus protocol.',
  },
  removeUploadFile: {
    params: schemas.UploadFilePath,
    reply: Ok,
    access,
    summary: 'Stops a file that travels, or takes one out of its folder again.',
  },
} satisfies RouteDefinitions;
