// Sending a file's bytes as the browser's library does, by the tus protocol.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { chunkType, uploadLimits } from '#contract/uploads/endpoints.ts';

export type SentPart = { status: number; offset: number; message: string };

/** `how much` of a file is there; -1 where the answer does not say. */
export async function offsetOf(url: string, file: string, cookie: string): Promise<SentPart> {
  const answer = await fetch(`${url}/api/uploads/files/${file}`, {
    method: 'HEAD',
    headers: { cookie, 'tus-resumable': '1.0.0' },
  });
  return toPart(answer);
}

export async function sendPart(
  url: string,
  file: string,
  { bytes, offset, cookie }: { bytes: Uint8Array; offset: number; cookie: string },
): Promise<SentPart> {
  const answer = await fetch(`${url}/api/uploads/files/${file}`, {
    method: 'PATCH',
    headers: { cookie, 'tus-resumable': '1.0.0', 'upload-offset': String(offset), 'content-type': chunkType },
    body: new Uint8Array(bytes),
  });
  return toPart(answer);
}

/** One that is taken for a video, with a content that nothing else has. */
export function randomVideo(bytes: number): Buffer {
  const head = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
  return Buffer.concat([head, randomBytes(bytes - head.length)]);
}

/** For what of uploads is not about light copies of videos. */
export const noCopies = {
  lightVideos: { keep: async () => 'unwanted' as const },
  source: { list: async () => null },
};

const mostPatienceMs = 120_000;

/**
 * Sends what is missing of a file, through servers that die (`url` is asked again each time), until all of it is there. Answers how often
 * it went on within a part; throws when nothing more arrives for two minutes.
 */
export async function sendRest(
  url: () => string,
  file: string,
  { content, cookie }: { content: Uint8Array; cookie: string },
): Promise<number> {
  let resumedWithin = 0;
  let furthest = -1;
  for (let until = Date.now() + mostPatienceMs; Date.now() < until; ) {
    const at = url();
    const { status, offset } = await offsetOf(at, file, cookie).catch(() => ({ status: 0, offset: -1 }));
    if (offset === content.length) return resumedWithin;
    if (offset > furthest) [furthest, until] = [offset, Date.now() + mostPatienceMs];
    if (status !== 200) await delay(50);
    else {
      if (offset > 0 && offset % uploadLimits.chunkBytes !== 0) resumedWithin++;
      const bytes = content.subarray(offset, offset + uploadLimits.chunkBytes);
      await sendPart(at, file, { bytes, offset, cookie }).catch(() => undefined);
    }
  }
  throw new Error(`Of ${file} no more than ${furthest} of ${content.length} bytes arrived.`);
}

async function toPart(answer: Response): Promise<SentPart> {
  const text = await answer.text();
  const message = text.startsWith('{') ? (JSON.parse(text) as { message: string }).message : text;
  return { status: answer.status, offset: Number(answer.headers.get('upload-offset') ?? -1), message };
}
