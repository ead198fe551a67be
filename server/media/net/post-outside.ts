// Posts small messages to other hosts, for webhooks and push: through the guarded fetch, judged by the status alone.

import { MediaError } from '#server/media/source-errors.ts';
import { createSafeFetch, type FetchLimits } from './safe-fetch.ts';

/** `status` is null where none came; then `failure` says why in a sentence that names no more than the host. */
export type Posted = { status: number | null; failure: string | null };
export type Message = { headers: Record<string, string>; body: string | Uint8Array };
export type Poster = ReturnType<typeof createPoster>;

const tenSeconds = 10_000;
const limitsOfPosts = { headersMs: tenSeconds, totalMs: tenSeconds };
/** More of an answer is not read. */
const maxAnswerBytes = 1024;

function sentenceOf({ code, message }: MediaError, host: string): string {
  if (code === 'forbidden_address') return `The address of ${host} is not a public one with https.`;
  return message;
}

/** `testOrigins`: what tests opened on this machine (behaviour §19.5). */
export function createPoster(options: { testOrigins: readonly string[]; limits?: Partial<FetchLimits> }) {
  const outside = createSafeFetch({ limits: { ...limitsOfPosts, ...options.limits } });

  /** The address is judged when the connection is made; a redirect is not followed. */
  async function post(url: string, { headers, body }: Message): Promise<Posted> {
    let status: number | null = null;
    const noteStatus = (response: { status: number }) => {
      status = response.status;
      return null;
    };
    const request = { method: 'POST', headers, body, exempt: options.testOrigins, keepRedirect: true } as const;
    try {
      await outside.read(url, { ...request, maxBytes: maxAnswerBytes, check: noteStatus });
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      // After the status nothing matters: neither that the answer is long, nor that it breaks off.
      if (status === null) return { status, failure: sentenceOf(error, new URL(url).hostname) };
    }
    return { status, failure: null };
  }

  return { post, close: outside.close };
}
