// What /verify asks of the server: hashes, and the signed manifest of a code. No file leaves the device.
import { type HashFinding, maxHashes } from '#contract/evidence/endpoints.ts';
import { readCode } from '#contract/evidence/seal-code.ts';
import type { Answer, Asked } from './hasher.ts';
import type { ReadSeal } from './read-seal.ts';

const answerMilliseconds = 30_000;

export type Heard = Exclude<Answer, { kind: 'failed' }>;
type Hearing = { answer(said: Heard): void; failed(): void };

/** `failed`: its script did not arrive, or this browser cannot run it. */
export function startHasher(asked: Asked, { answer, failed }: Hearing): Worker {
  const worker = new Worker('/verify/hasher.js', { type: 'module' });
  worker.addEventListener('error', failed);
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) =>
    data.kind === 'failed' ? failed() : answer(data),
  );
  worker.postMessage(asked);
  return worker;
}

export const cannotRead = () =>
  new Error('Files cannot be checked: a part of this page could not be loaded, or this browser cannot run it.');

/** The whole text of an answer: a line may hang behind the headers, too. Throws an Error with a sentence. */
async function ask(path: string, init: RequestInit = {}): Promise<string> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), answerMilliseconds);
  try {
    const answer = await fetch(path, { ...init, signal: limit.signal, credentials: 'omit' }).catch(() => null);
    if (answer?.status === 429) throw new Error('Too many checks from this address. Try again in a few minutes.');
    if (answer && !answer.ok) throw new Error('The server sent an unexpected response.');
    const text = await answer?.text().catch(() => null);
    if (text == null) throw new Error('The connection was lost.');
    return text;
  } finally {
    clearTimeout(timer);
  }
}

/** Of each hash what is known of it, null where nothing is. */
export async function askHashes(hashes: readonly string[]): Promise<Map<string, HashFinding | null>> {
  const asked = hashes.slice(0, maxHashes);
  const headers = { 'content-type': 'application/json' };
  const text = await ask('/api/verify/hashes', { method: 'POST', headers, body: JSON.stringify({ hashes: asked }) });
  const { known } = JSON.parse(text) as { known: HashFinding[] };
  const found = new Map<string, HashFinding | null>(asked.map((hash) => [hash, null]));
  for (const one of known) found.set(one.sha256, one);
  return found;
}

/** What was released under a code, found out here: the code commits to it, whatever the server says. */
export async function loadSeal(code: string): Promise<ReadSeal> {
  const text = await ask(`/api/verify/${code}/seal`);
  let worker: Worker | null = null;
  const seal = await new Promise<ReadSeal | null>((resolve, reject) => {
    const answer: Hearing['answer'] = (said) => said.kind === 'seal' && resolve(said.seal);
    worker = startHasher({ seal: text }, { answer, failed: () => reject(cannotRead()) });
  }).finally(() => worker?.terminate());
  if (!seal || seal.code !== readCode(code)) throw new Error('The records on the server do not match this code.');
  return seal;
}
