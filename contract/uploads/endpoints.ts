// Uploads: files that a photographer puts into the company's own storage, and the folder that they make (behaviour §26).

import { del, get, patch, post } from '#contract/core/endpoint.ts';
import type { uploadRoutes } from './routes.ts';

export type { Upload, UploadFile } from './routes.ts';

const megabyte = 1024 * 1024;
const gigabyte = 1024 * megabyte;

export const uploadLimits = {
  /** Per session. */
  files: 2_000,
  bytes: 50 * gigabyte,
  pictureBytes: 100 * megabyte,
  /** A video or a map. */
  fileBytes: 8 * gigabyte,
  /** Chunk size; a lost connection costs at most this much. */
  chunkBytes: 8 * megabyte,
} as const;

/** `travelling`: not complete yet; `kept`: in the folder; `refused`: never will be. */
export const uploadFileStates = ['travelling', 'kept', 'refused'] as const;
export type UploadFileState = (typeof uploadFileStates)[number];

/** What the upload library calls the type of a chunk. */
export const chunkType = 'application/offset+octet-stream';

/** The folder's path within own storage. */
export function uploadFolder(id: string): string {
  return `uploads/${id}`;
}

/** What a link field is filled with. */
export function uploadLink(id: string): string {
  return `/media/folders/${uploadFolder(id)}`;
}

/** Which upload a link leads to; null for every other link. */
export function uploadOfLink(link: string): string | null {
  return /^\/media\/folders\/uploads\/([0-9a-f]{32})\/?$/.exec(link.trim())?.[1] ?? null;
}

const topics = ['sessions'] as const;

/** Announces files: for a new folder, or for an existing one. */
export const startUpload = post<typeof uploadRoutes.startUpload>('/api/uploads', {
  status: 201,
  topics,
  idempotencyKey: false,
});

export const getUpload = get<typeof uploadRoutes.getUpload>('/api/uploads/:upload');

/** A HEAD request: how much of the file has arrived. */
export const uploadOffset = get<typeof uploadRoutes.uploadOffset>('/api/uploads/files/:file');

export const sendChunk = patch<typeof uploadRoutes.sendChunk>('/api/uploads/files/:file', {
  topics,
  idempotencyKey: false,
});

/** Says that the device has made a light copy of a video; its bytes follow by the address of files, under its own id. */
export const announceCopy = post<typeof uploadRoutes.announceCopy>('/api/uploads/files/:file/copies', {
  topics: [],
  idempotencyKey: false,
});

/** Cancels a file that is uploading, or removes one from the folder. */
export const removeUploadFile = del<typeof uploadRoutes.removeUploadFile>('/api/uploads/files/:file', {
  topics,
  idempotencyKey: false,
});
