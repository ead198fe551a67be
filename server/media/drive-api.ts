// The questions that we ask the Google Drive API, version 3: one file, a folder's files, a file's bytes (media-links §1).
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { DriveAccount } from '#server/config/drive-account.ts';
import { createDriveTokens } from './drive-credentials.ts';
import { InvalidDriveQuery, toDriveError } from './drive-errors.ts';
import { DriveItem, DrivePage, itemFields, pageFields, shortcutType } from './drive-item.ts';
import type { BufferedResponse, FetchRequest, FetchResponse, SafeFetch } from './safe-fetch.ts';
import { MediaError } from './source.ts';

export type DriveSettings = { key: string | null; account: DriveAccount | null; base: string };
/** In whose name we ask, and the keys of items that old links need. */
export type DriveAccess = { access: 'key' | 'account'; resourceKeys: ReadonlyMap<string, string> };
/** `patient`: nobody has an older answer, so it is worth waiting for a busy Google. */
export type DriveRequest = { id: string; reach: DriveAccess; patient: boolean };
export type DriveApi = ReturnType<typeof createDriveApi>;

const googleBase = 'https://www.googleapis.com/';
const tries = 5;
const mostWaitMs = 32_000;
const mostJson = 16 * 1024 * 1024;
const mostFiles = 5_000;
const mostPages = 100;

type House = {
  fetch: SafeFetch;
  drive: DriveSettings;
  sleep: (ms: number) => Promise<unknown>;
  random: () => number;
  now: () => number;
};

function parse<T>(schema: z.ZodMiniType<T>, bytes: Buffer): T {
  try {
    return z.parse(schema, JSON.parse(bytes.toString()));
  } catch {
    throw new MediaError(
      'unreachable',
      'What answers for Google Drive does not speak its language: check GOOGLE_DRIVE_API_BASE.',
    );
  }
}

/** The first part of a refusal, enough for its reason. */
async function headOf({ body }: FetchResponse): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > 65_536) break;
  }
  return Buffer.concat(chunks).toString();
}

export function createDriveApi({ fetch, drive, sleep, random, now }: House) {
  const isGoogles = drive.base === googleBase;
  const exempt = isGoogles ? [] : [new URL(drive.base).origin];
  const tokens = drive.account === null ? null : createDriveTokens({ fetch, account: drive.account, now });

  function address(path: string, query: Record<string, string>): string {
    const url = new URL(path, drive.base);
    url.search = new URLSearchParams({ ...query, supportsAllDrives: 'true' }).toString();
    return url.href;
  }

  async function bearer(): Promise<Record<string, string>> {
    return tokens === null ? {} : { authorization: `Bearer ${await tokens.get()}` };
  }

  async function secrets({ access, resourceKeys }: DriveAccess): Promise<Record<string, string>> {
    const pairs = [...resourceKeys].map(([id, key]) => `${id}/${key}`).join(',');
    const keys = pairs === '' ? {} : { 'x-goog-drive-resource-keys': pairs };
    if (access === 'account') return { ...keys, ...(await bearer()) };
    return { ...keys, ...(drive.key === null ? {} : { 'x-goog-api-key': drive.key }) };
  }

  /** Quotas count by folder or file, not by person: one answer serves everybody, and Google need not tell our people apart. */
  function quota({ id, reach }: Omit<DriveRequest, 'patient'>): Record<string, string> {
    if (reach.access === 'account') return {};
    return { quotaUser: createHash('sha256').update(id).digest('hex').slice(0, 40) };
  }

  /** Asks in the name of `reach`; a token that is refused is replaced once. */
  async function asking<Got extends { status: number }>(
    reach: DriveAccess,
    send: (secrets: Record<string, string>) => Promise<Got>,
    drop: (got: Got) => void,
  ): Promise<Got> {
    const first = await secrets(reach);
    const got = await send(first);
    if (got.status !== 401 || reach.access !== 'account') return got;
    drop(got);
    tokens?.forget((first.authorization ?? '').replace('Bearer ', ''));
    return send(await secrets(reach));
  }

  async function ask(url: string, wish: DriveRequest): Promise<Buffer> {
    const read = (own: Record<string, string>): Promise<BufferedResponse> =>
      fetch.read(url, { secrets: own, exempt, most: mostJson, takesThought: true });
    for (let n = 0; ; n++) {
      const { status, bytes } = await asking(wish.reach, read, () => undefined);
      if (status === 200) return bytes;
      const { fault, retry } = toDriveError(status, bytes.toString());
      if (!retry || !wish.patient || n + 1 >= tries) throw fault;
      await sleep(Math.min(2 ** n * 1000 + random() * 1000, mostWaitMs));
    }
  }

  async function page(wish: DriveRequest, pageToken: string | undefined) {
    // Ids are of [\w-] only, so that nothing in them can end the quotes.
    const types = `mimeType contains 'image/' or mimeType contains 'video/' or mimeType='${shortcutType}'`;
    const url = address('drive/v3/files', {
      q: `'${wish.id}' in parents and trashed=false and (${types})`,
      fields: pageFields,
      orderBy: 'name_natural',
      pageSize: '1000',
      includeItemsFromAllDrives: 'true',
      ...(pageToken === undefined ? {} : { pageToken }),
      ...quota(wish),
    });
    return parse(DrivePage, await ask(url, wish));
  }

  async function pages(wish: DriveRequest): Promise<DriveItem[]> {
    const files: DriveItem[] = [];
    let token: string | undefined;
    for (let count = 0; count < mostPages && files.length < mostFiles; count++) {
      const answer = await page(wish, token);
      files.push(...(answer.files ?? []));
      token = answer.nextPageToken;
      if (!token) break;
    }
    return files.slice(0, mostFiles);
  }

  function bytesAddress({ id, reach }: Omit<DriveRequest, 'patient'>): string {
    return address(`drive/v3/files/${id}`, { alt: 'media', ...quota({ id, reach }) });
  }

  return {
    /** Where renditions of public files come from; beside the API, when that is not Google's own. */
    renditions: isGoogles
      ? { thumbnail: 'https://drive.google.com/', content: 'https://lh3.googleusercontent.com/' }
      : { thumbnail: drive.base, content: drive.base },
    exempt,

    async get(wish: DriveRequest): Promise<DriveItem> {
      const url = address(`drive/v3/files/${wish.id}`, { fields: itemFields, ...quota(wish) });
      return parse(DriveItem, await ask(url, wish));
    },

    /** All images, films and shortcuts of a folder. A page token that is refused means to begin anew, once. */
    async list(wish: DriveRequest): Promise<DriveItem[]> {
      return pages(wish).catch((fault: unknown) => {
        if (fault instanceof InvalidDriveQuery) return pages(wish);
        throw fault;
      });
    },

    /** How the bytes of a file are asked for. */
    async media(wish: Omit<DriveRequest, 'patient'>): Promise<{ url: string; ask: FetchRequest }> {
      return { url: bytesAddress(wish), ask: { secrets: await secrets(wish.reach), exempt } };
    },

    /** The bytes of a file, or the part of them that a Range names. */
    async open(wish: Omit<DriveRequest, 'patient'>, range: string | null): Promise<FetchResponse> {
      const url = bytesAddress(wish);
      const headers = range === null ? {} : { range };
      const answer = await asking(
        wish.reach,
        (own) => fetch.open(url, { secrets: own, headers, exempt }),
        (refused) => refused.body.destroy(),
      );
      if (answer.status === 200 || answer.status === 206) return answer;
      throw toDriveError(answer.status, await headOf(answer)).fault;
    },

    /** For pictures that only the account may see. */
    bearer,
  };
}
