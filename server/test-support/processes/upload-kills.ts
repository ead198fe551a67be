// Uploads to processes that are killed while they receive: what of them is there in the end, and how often a part was sent again.
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Upload, uploadLimits } from '#contract/uploads/endpoints.ts';
import { offsetOf, sendPart } from '#server/test-support/files/sent-files.ts';
import { type Product, startProduct } from './product-process.ts';

type KillOptions = {
  settings: Record<string, string>;
  /** The bytes that are kept of a file in the end. */
  kept(upload: Upload, content: Buffer): Promise<Uint8Array>;
  rounds: number;
  bytes: number;
  projectId: number;
  login: { username: string; password: string };
  program?: string[];
};

/** `differing`: files of which a byte was another one in the end. */
type UploadKills = { kills: number; files: number; differing: number; resumedWithin: number };

function film(bytes: number): Buffer {
  const head = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
  return Buffer.concat([head, randomBytes(bytes - head.length)]);
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** One process at a time, each killed while it receives, on the files and the database of the one before. */
export async function killUploads(options: KillOptions): Promise<UploadKills> {
  const { settings, kept, rounds, bytes, projectId, login, program } = options;
  const result: UploadKills = { kills: 0, files: 0, differing: 0, resumedWithin: 0 };
  const start = () => startProduct(settings, program ? { program } : {});
  let product: Product = await start();

  async function killAfter(milliseconds: number): Promise<void> {
    await delay(milliseconds);
    await product.end('SIGKILL');
    result.kills++;
    product = await start();
  }

  async function sendRest(file: string, content: Buffer, cookie: string): Promise<void> {
    for (;;) {
      const { url } = product;
      const { status, offset } = await offsetOf(url, file, cookie).catch(() => ({ status: 0, offset: -1 }));
      if (offset === content.length) return;
      if (status !== 200) await delay(50);
      else {
        if (offset > 0 && offset % uploadLimits.chunkBytes !== 0) result.resumedWithin++;
        const part = content.subarray(offset, offset + uploadLimits.chunkBytes);
        await sendPart(url, file, { bytes: part, offset, cookie }).catch(() => undefined);
      }
    }
  }

  const cookie = await product.login(login.username, login.password);
  for (let round = 0; round < rounds; round++) {
    const content = film(bytes);
    const body = { projectId, files: [{ name: `${round}.mp4`, bytes }] };
    const announced = (await product.ask('POST /api/uploads', { cookie, body })).body as Upload;
    const file = announced.files[0]?.id ?? '';
    const killing = killAfter(5 + Math.random() * 60);
    await sendRest(file, content, cookie);
    await killing;
    await sendRest(file, content, cookie);
    result.files++;
    if (hashOf(await kept(announced, content)) !== hashOf(content)) result.differing++;
  }
  await product.end('SIGTERM');
  return result;
}
