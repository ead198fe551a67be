// What the service worker keeps: the page without a person never without its files, and nothing over the line where data are saved.
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { expect, test } from 'vitest';

const source = fs.readFileSync(path.join(import.meta.dirname, '../web/public/service-worker.js'), 'utf8');
const files = ['/assets/index-11111111.js', '/assets/index-22222222.css', '/assets/users-page-33333333.js'];
const page = '<script src="/assets/index-11111111.js"></script><link href="/assets/index-22222222.css">';

type Asked = { path: string; cache: string | undefined };
type Given = { answers?: Record<string, number>; inBrowser?: string[]; shell?: string };

/** A worker with one cache, over a server that answers 200 but where `answers` says otherwise. */
function startWorker({ answers = {}, inBrowser = [], shell = page }: Given) {
  const kept = new Map<string, Response>();
  const asked: Asked[] = [];
  const heard = new Map<string, (event: unknown) => void>();
  const match = async (address: string) => kept.get(address)?.clone();
  const cache = {
    keys: async () => [...kept.keys()].map((address) => ({ url: `http://localhost${address}` })),
    put: async (address: string, response: Response) => void kept.set(address, response),
    match,
  };
  async function fetch(address: string, { cache: how }: { cache?: string } = {}): Promise<Response> {
    if (how === 'only-if-cached' && !inBrowser.includes(address)) throw new TypeError('Failed to fetch');
    if (how !== 'only-if-cached') asked.push({ path: address, cache: how });
    return new Response(address === '/offline' ? shell : address, { status: answers[address] ?? 200 });
  }
  const self = {
    location: { origin: 'http://localhost' },
    addEventListener: (name: string, listener: (event: unknown) => void) => heard.set(name, listener),
  };
  const blank = "const build = { version: '', files: [] };";
  const built = source.replace(blank, `const build = ${JSON.stringify({ version: 'one', files })};`);
  vm.runInNewContext(built, { self, fetch, URL, caches: { open: async () => cache, match, keys: async () => [] } });
  async function say(data: string): Promise<void> {
    let done: Promise<unknown> | undefined;
    heard.get('message')?.({ data, waitUntil: (work: Promise<unknown>) => (done = work) });
    await done;
  }
  return { answers, kept: () => [...kept.keys()], asked: () => asked.map((each) => each.path), say };
}

test('all files are kept, then the page without a person', async () => {
  const worker = startWorker({});
  await worker.say('keep');
  expect(worker.kept()).toEqual([...files, '/offline']);
  await worker.say('keep');
  expect(worker.asked()).toEqual([...files, '/offline']);
});

test('a file that the server does not give now is fetched the next time, and the page that names it is kept no earlier', async () => {
  const answers: Record<string, number> = { '/assets/index-11111111.js': 503 };
  const worker = startWorker({ answers });
  await worker.say('keep');
  expect(worker.kept()).toEqual(files.slice(1));
  answers['/assets/index-11111111.js'] = 200;
  await worker.say('keep');
  expect(worker.kept().toSorted()).toEqual([...files, '/offline'].toSorted());
});

test('a page of another version is not kept with the files of this one', async () => {
  const worker = startWorker({ shell: '<script src="/assets/index-99999999.js"></script>' });
  await worker.say('keep');
  expect(worker.kept()).toEqual(files);
});

test('where data are saved only the page comes over the line, once what it names was fetched for other pages', async () => {
  const inBrowser = ['/assets/index-11111111.js'];
  const worker = startWorker({ inBrowser });
  await worker.say('keep what is here');
  expect(worker.kept()).toEqual(inBrowser);
  inBrowser.push('/assets/index-22222222.css');
  await worker.say('keep what is here');
  expect(worker.kept()).toEqual([...inBrowser, '/offline']);
  expect(worker.asked()).toEqual(['/offline', '/offline']);
});
