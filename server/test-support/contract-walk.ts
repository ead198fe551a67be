// Asks for every GET of the contract and for all that the answers lead to: what tests of things that are gone go through.
import sharp from 'sharp';
import { api } from '#contract/api.ts';
import type { TestApp } from './test-app.ts';

export type Values = readonly (string | number)[];
type World = {
  /** Every value that this parameter of the address can stand for. */
  valuesOf(path: string, name: string): Values;
  /** What is asked behind the question mark; '' for nothing. */
  queryOf(path: string): string;
};

/** The address of every GET of the contract, for everything there is in this world. */
export function addressesIn({ valuesOf, queryOf }: World): string[] {
  const paths = Object.values(api)
    .flatMap((noun) => Object.values(noun))
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path);
  return paths.flatMap((path) => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const filled = names.reduce<string[]>(
      (found, name) =>
        found.flatMap((one) => valuesOf(path, name).map((value) => one.replace(`:${name}`, String(value)))),
      [path],
    );
    return filled.map((one) => one + queryOf(path));
  });
}

/** Only the wanted picture has this colour. */
export const magenta = { r: 255, g: 0, b: 255 };

async function hasMagenta(picture: Buffer): Promise<boolean> {
  const raw = await sharp(picture)
    .removeAlpha()
    .toColourspace('srgb')
    .resize(24, 24, { fit: 'fill' })
    .raw()
    .toBuffer()
    .catch(() => Buffer.alloc(0));
  for (let pixel = 0; pixel + 2 < raw.length; pixel += 3)
    if ((raw[pixel] ?? 0) > 180 && (raw[pixel + 1] ?? 255) < 90 && (raw[pixel + 2] ?? 0) > 180) return true;
  return false;
}

/** For a PDF, a ZIP or an email: the JPEG files embedded in it as they are. */
function jpegsIn(bytes: Buffer): Buffer[] {
  const start = Buffer.from([0xff, 0xd8, 0xff]);
  const found: Buffer[] = [];
  for (let from = bytes.indexOf(start); from >= 0; from = bytes.indexOf(start, from + 3))
    found.push(bytes.subarray(from, bytes.indexOf(Buffer.from([0xff, 0xd9]), from) + 2));
  return found;
}

/** A word as it is, or as a token of ours holds it, wherever in one it stands. */
export function occursIn(bytes: Buffer, word: string): boolean {
  const inTokens = ['', ' ', '  '].map((before) =>
    Buffer.from(`${before}${word}`)
      .toString('base64url')
      .slice(before.length === 0 ? 0 : before.length + 1, -2),
  );
  return [word, ...inTokens].some((one) => bytes.includes(one));
}

/** Its name, its id (in the address of a picture or as it is), or what it shows. */
async function reveals(
  bytes: Buffer,
  { type, secrets }: { type: string; secrets: readonly string[] },
): Promise<boolean> {
  if (secrets.some((secret) => occursIn(bytes, secret))) return true;
  if (type.startsWith('image/')) return hasMagenta(bytes);
  const found = await Promise.all(jpegsIn(bytes).map(hasMagenta));
  return found.includes(true);
}

const linked = /(?:\/api|\/s)\/[\w./?=&%~:;,+-]+/g;
const most = 3_000;

/** Who asks; null: nobody, or a guest by the address. */
type Visitor = { cookie: string } | null;
export type Walk = (visitor: Visitor, starts: readonly string[]) => Promise<string[]>;

/** Returns which addresses, these and all that they lead to, reveal the picture: by a word of its name, by its id, or by its colour. */
export function createWalk({ app }: Pick<TestApp, 'app'>, ...secrets: string[]): Walk {
  return async (visitor, starts) => {
    const checked = new Map<string, boolean>();
    const waiting = [...starts];
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      if (checked.has(url) || url.includes('/live') || checked.size > most) continue;
      const headers = visitor ? { cookie: visitor.cookie } : {};
      const { rawPayload, headers: replied, body } = await app.inject({ url, headers });
      const type = String(replied['content-type'] ?? '');
      const inHeaders = secrets.some((secret) => occursIn(Buffer.from(JSON.stringify(replied)), secret));
      checked.set(url, inHeaders || (await reveals(rawPayload, { type, secrets })));
      if (/json|html/.test(type)) waiting.push(...(body.replaceAll('&amp;', '&').match(linked) ?? []));
      if (replied.location) waiting.push(String(replied.location));
    }
    return [...checked].flatMap(([url, isRevealing]) => (isRevealing ? [url] : []));
  };
}
