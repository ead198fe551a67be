// Sends one file by the tus protocol: from where the server has it, in parts, again after a lost line.
import { DetailedError, Upload } from 'tus-js-client';
import { uploadLimits, uploadOffset } from '#contract/uploads.ts';
import type { SendFile } from './uploads.ts';

/** About three minutes in all; then somebody has to say that it may go on. */
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 60_000, 60_000];

/**
 * What comes of a file whose part was answered so: 'again' for a line or a server that was away or too slow (408: the part took longer than
 * the server waits), and where another request of this file is just ending (409, 423).
 */
export function outcomeOf(status: number): 'again' | 'login' | 'refused' {
  if (status === 401) return 'login';
  return [0, 408, 409, 423, 429].includes(status) || status >= 500 ? 'again' : 'refused';
}

function statusOf(error: unknown): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

/** The server's own sentence; the answer to HEAD has none. */
function sentenceOf(error: unknown): string {
  const body = error instanceof DetailedError ? (error.originalResponse?.getBody() ?? '') : '';
  try {
    return (JSON.parse(body) as { message: string }).message;
  } catch {
    return 'This file was refused';
  }
}

export const sendFile: SendFile = ({ id, blob }, on) => {
  const upload = new Upload(blob as File, {
    uploadUrl: uploadOffset.path.replace(':file', id),
    chunkSize: uploadLimits.chunkBytes,
    retryDelays,
    storeFingerprintForResuming: false,
    onProgress: on.sent,
    onSuccess: on.kept,
    onShouldRetry: (error) => outcomeOf(statusOf(error)) === 'again',
    onError(error) {
      const outcome = outcomeOf(statusOf(error));
      if (outcome === 'refused') on.refused(sentenceOf(error));
      else on.failed(outcome === 'login');
    },
  });
  upload.start();
  return { stop: () => void upload.abort() };
};
