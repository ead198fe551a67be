// The schemas and routes of uploads.
import * as z from 'zod/mini';
import { id, Ok } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { uploadFileStates, uploadLimits } from './endpoints.ts';

const noSuch = 'There is no such upload';
const RandomName = z.string(noSuch).check(z.regex(/^[0-9a-f]{32}$/, noSuch));

export const UploadPath = z.object({ upload: RandomName });
export const UploadFilePath = z.object({ file: RandomName });

const longestName = 1000;
const wrongPrint = 'A print has at most 100 letters and digits';
const wholeNumber = 'bytes is a whole number: the size of the file';

/** A file as its device names it; what it is stored as, the server decides. */
const AnnouncedFile = z.object({
  /** Random, made by the device: announced twice under one id, as after a lost answer, it is one file. Left out: the server makes it. */
  id: z.optional(RandomName),
  name: z.string('A file has a name').check(
    z.minLength(1, 'A file has a name'),
    z.maxLength(longestName, `A name may have at most ${longestName} characters`),
    z.refine((name) => !name.includes('\0'), 'A name holds a character that cannot be stored'),
  ),
  bytes: z.number(wholeNumber).check(z.refine(Number.isSafeInteger, wholeNumber), z.gte(0, wholeNumber)),
  /** Where it lay within a folder that was chosen whole, 'DCIM/100MEDIA': words to make a group's name of, never a path. */
  folder: z.optional(
    z.string('A folder has a name').check(
      z.maxLength(longestName, `A folder's name may have at most ${longestName} characters`),
      z.refine((name) => !name.includes('\0'), 'A folder’s name holds a character that cannot be stored'),
    ),
  ),
  /** What its device makes of its first and last bytes and its last change: chosen again, it is the same file only with the same. */
  print: z.optional(z.string(wrongPrint).check(z.regex(/^[\w-]{1,100}$/, wrongPrint))),
});

const tooMany = `At most ${uploadLimits.files.toLocaleString('en-US')} files belong to a session`;

export const NewUpload = z.object({
  projectId: id('Project is required'),
  /** The folder that they are added to, made under this name where there is none; left out: a new one. */
  upload: z.optional(z.nullable(RandomName)),
  files: z.array(AnnouncedFile).check(
    z.minLength(1, 'Choose at least one file'),
    z.maxLength(uploadLimits.files, tooMany),
    z.refine((files) => {
      const ids = files.flatMap((file) => file.id ?? []);
      return new Set(ids).size === ids.length;
    }, 'Each file has an id of its own'),
  ),
});

/** Of a video that the device made light, and of its picture. */
const copyMegabytes = 400;
const posterMegabytes = 1;

const emptyCopy = 'A copy has at least one byte';
const AnnouncedCopy = (maxMegabytes: number, tooLarge: string) =>
  z.object({
    id: RandomName,
    bytes: z
      .number(wholeNumber)
      .check(
        z.refine(Number.isSafeInteger, wholeNumber),
        z.gte(1, emptyCopy),
        z.lte(maxMegabytes * 1024 ** 2, tooLarge),
      ),
  });

/** Random ids as those of files: announced again under them, as after a lost answer, it is one copy. */
export const NewCopies = z
  .object({
    light: AnnouncedCopy(copyMegabytes, `A light copy may have at most ${copyMegabytes} MB`),
    poster: z.optional(AnnouncedCopy(posterMegabytes, `A picture of a video may have at most ${posterMegabytes} MB`)),
  })
  .check(z.refine(({ light, poster }) => light.id !== poster?.id, 'Each file has an id of its own'));

export const UploadFile = z.object({
  id: z.string(),
  /** The group in which it is shown; '' for none. */
  folder: z.string(),
  /** As it lies in the folder. */
  name: z.string(),
  /** As its device named it: by name and size a file that is chosen again is found. */
  sentName: z.string(),
  /** Where it lay within the folder that was chosen; '' for none. */
  sentFolder: z.string(),
  bytes: z.number(),
  state: z.enum(uploadFileStates),
  /** Why it was refused. */
  refusal: z.nullable(z.string()),
  /** As it was announced; null: its device did not say. */
  print: z.nullable(z.string()),
  /** Whoever asks is sending it. */
  isMine: z.boolean(),
});
export type UploadFile = z.infer<typeof UploadFile>;

export const Upload = z.object({
  id: z.string(),
  projectId: z.number(),
  /** null: no session names it yet. */
  sessionId: z.nullable(z.number()),
  files: z.array(UploadFile),
});
export type Upload = z.infer<typeof Upload>;

const access = can.submitSessions;

export const uploadRoutes = {
  startUpload: {
    body: NewUpload,
    reply: Upload,
    access,
    bodyLimit: 1024 * 1024,
    summary: 'Announces the files of an upload to a project, or more files to one; answers where each is sent.',
  },
  getUpload: {
    params: UploadPath,
    reply: Upload,
    access,
    summary: 'The files of an upload that one may add to, and how each stands.',
  },
  uploadOffset: {
    params: UploadFilePath,
    reply: '*/*',
    access,
    summary: 'HEAD, by the tus protocol: how many bytes of the file are there.',
  },
  sendChunk: {
    params: UploadFilePath,
    reply: '*/*',
    access,
    bodyLimit: uploadLimits.chunkBytes,
    counts: 'chunk',
    summary: 'The next bytes of a file, by the tus protocol.',
  },
  announceCopy: {
    params: UploadFilePath,
    body: NewCopies,
    reply: Ok,
    access,
    summary: 'Announces a light copy of a video, made by the device that sends it, and a picture of it.',
  },
  removeUploadFile: {
    params: UploadFilePath,
    reply: Ok,
    access,
    summary: 'Stops a file that travels, or takes one out of its folder again.',
  },
} satisfies RouteDefinitions;
