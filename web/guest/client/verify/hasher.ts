// The worker that reads files for /verify. Its policy lets it reach no network at all (server/features/sharing/guest-pages/verify.ts).
import { type Hashed, hashFiles, type Unread } from './hash-files.ts';
import { type ReadSeal, readSeal } from './read-seal.ts';

export type Asked = { files: readonly File[] } | { seal: string };
/** `bytes`: read since the last answer. `done`: of the files, all were read. */
export type Answer =
  | { kind: 'files'; bytes: number; found: (Hashed | Unread)[]; done: boolean }
  | { kind: 'seal'; seal: ReadSeal | null }
  | { kind: 'failed' };

const answer = (message: Answer) => postMessage(message);
/** Milliseconds between two answers: a ZIP of 100,000 small files does not flood the page. */
const interval = 100;

async function hashAll(files: readonly File[]): Promise<void> {
  let bytes = 0;
  let found: (Hashed | Unread)[] = [];
  let sent = 0;
  const send = (done: boolean) => {
    answer({ kind: 'files', bytes, found, done });
    [bytes, found, sent] = [0, [], performance.now()];
  };
  const sendSometimes = () => void (performance.now() - sent > interval && send(false));
  await hashFiles(files, {
    read(more) {
      bytes += more;
      sendSometimes();
    },
    found(file) {
      found.push(file);
      sendSometimes();
    },
  });
  send(true);
}

/** Where a browser compiles no hasher, nothing else tells the page. */
addEventListener('message', async ({ data }: MessageEvent<Asked>) => {
  try {
    if ('files' in data) await hashAll(data.files);
    else answer({ kind: 'seal', seal: await readSeal(data.seal) });
  } catch {
    answer({ kind: 'failed' });
  }
});
