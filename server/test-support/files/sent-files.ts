// Sending a file's bytes as the browser's library does, by the tus protocol.
import { chunkType } from '#contract/uploads/endpoints.ts';

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

async function toPart(answer: Response): Promise<SentPart> {
  const text = await answer.text();
  const message = text.startsWith('{') ? (JSON.parse(text) as { message: string }).message : text;
  return { status: answer.status, offset: Number(answer.headers.get('upload-offset') ?? -1), message };
}
