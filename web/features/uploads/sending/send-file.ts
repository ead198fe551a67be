// Sends one file by the tus protocol: from the server's offset, in parts, and again after a lost connection.
import { DetailedError, Upload } from 'tus-js-client';
import { uploadLimits, uploadOffset } from '#contract/uploads/endpoints.ts';
import { outcomeOfPart, type SendFile } from './rest.ts';

/** For short interruptions; after longer ones the queue starts again (rest.ts). */
const retryDelays = [0, 1_000, 3_000];
/** A connection that is silent for this long is lost. A server that stores a video of 8 GB needs less. */
const silentMs = 120_000;

function statusOf(error: unknown): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

/** The server's own sentence; a response to HEAD has none. */
function sentenceOf(error: unknown): string {
  const body = error instanceof DetailedError ? (error.originalResponse?.getBody() ?? '') : '';
  try {
    return (JSON.parse(body) as { message: string }).message;
  } catch {
    return 'This file was refused';
  }
}

/** A card that was pulled out and a picture that its gallery moved fail like a lost connection, so the first and last byte are read. */
export async function isReadable(blob: Blob): Promise<boolean> {
  const edges = [blob.slice(0, 1), blob.slice(-1)].map((edge) => edge.arrayBuffer());
  return Promise.all(edges).then(
    () => true,
    () => false,
  );
}

/** Calls back when nothing was received for this long. */
function createSilence(onSilent: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(timer);
  return {
    heard() {
      end();
      timer = setTimeout(onSilent, silentMs);
    },
    end,
  };
}

export const sendFile: SendFile = ({ id, blob }, on) => {
  let isStopped = false;
  const silence = createSilence(() => {
    stop();
    on.failed(false);
  });
  function stop() {
    isStopped = true;
    silence.end();
    void upload.abort();
  }
  async function fail(error: unknown) {
    silence.end();
    const outcome = outcomeOfPart(statusOf(error));
    if (outcome === 'refused') return on.refused(sentenceOf(error));
    const isThere = outcome === 'login' || (await isReadable(blob));
    if (isStopped) return;
    if (isThere) on.failed(outcome === 'login');
    else on.unreadable();
  }
  const upload = new Upload(blob as File, {
    uploadUrl: uploadOffset.path.replace(':file', id),
    chunkSize: uploadLimits.chunkBytes,
    retryDelays,
    storeFingerprintForResuming: false,
    onProgress(bytes) {
      silence.heard();
      on.sent(bytes);
    },
    onSuccess() {
      silence.end();
      on.kept();
    },
    onShouldRetry: (error) => outcomeOfPart(statusOf(error)) === 'again',
    onError: (error) => void fail(error),
  });
  void isReadable(blob).then((isThere) => {
    if (isStopped) return;
    if (!isThere) return on.unreadable();
    silence.heard();
    upload.start();
  });
  return { stop };
};
