// Uploads to processes that are killed while they receive: what of them is there in the end, and how often a part was sent again.
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Upload } from '#contract/uploads/endpoints.ts';
import { randomVideo, sendRest } from '#server/test-support/files/sent-files.ts';
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

  const sendAll = async (file: string, content: Buffer, cookie: string) => {
    result.resumedWithin += await sendRest(() => product.url, file, { content, cookie });
  };

  const cookie = await product.login(login.username, login.password);
  for (let round = 0; round < rounds; round++) {
    const content = randomVideo(bytes);
    const body = { projectId, files: [{ name: `${round}.mp4`, bytes }] };
    const announced = (await product.ask('POST /api/uploads', { cookie, body })).body as Upload;
    const file = announced.files[0]?.id ?? '';
    const killing = killAfter(5 + Math.random() * 60);
    await sendAll(file, content, cookie);
    await killing;
    await sendAll(file, content, cookie);
    result.files++;
    if (hashOf(await kept(announced, content)) !== hashOf(content)) result.differing++;
  }
  await product.end('SIGTERM');
  return result;
}
