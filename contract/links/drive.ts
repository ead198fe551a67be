// Google Drive and the Google editors: the forms of their links, and the id in a folder's link (behaviour §6.3.1).
import type { ParsedUrl } from './parse-url.ts';
import { type Match, type ProviderRow, queryOf, queryValue, type UrlPattern } from './provider-table.ts';

// Ids are opaque and their length is not fixed; the alphabet alone closes injection into an API query.
const ID = /^[\w-]{10,}$/;
const RESOURCE_KEY = /^\d-[\w-]+$/;
const DRIVE = 'https://drive.google.com';

const folder: Pick<UrlPattern, 'kind' | 'embed'> = {
  kind: 'folder',
  embed: ({ id, address }) => `${DRIVE}/embeddedfolderview${queryOf({ id, resourcekey: resourceKey(address) })}#grid`,
};

const file: Pick<UrlPattern, 'kind' | 'embed'> = {
  kind: 'file',
  embed: ({ id, address }) => `${DRIVE}/file/d/${id}/preview${queryOf({ resourcekey: resourceKey(address) })}`,
};

export const driveRows: readonly ProviderRow[] = [
  {
    provider: 'google-drive',
    hosts: ['drive.google.com'],
    forms: [
      { path: /^\/drive(?:\/u\/\d+)?(?:\/mobile)?\/folders\/(?<id>[\w-]{10,})$/, ...folder },
      // Whether `open` leads to a folder or a file only Drive itself can say; the server asks it.
      { path: /^\/(?:folderview|embeddedfolderview|open)$/, idIn: ['id', ID], ...folder },
      { path: /^\/file(?:\/u\/\d+)?\/d\/(?<id>[\w-]{10,})(?:\/[a-z]+)?$/, ...file },
      { path: /^(?:\/u\/\d+)?\/(?:uc|thumbnail)$/, idIn: ['id', ID], ...file },
    ],
  },
  {
    provider: 'google-drive',
    hosts: ['drive.usercontent.google.com'],
    forms: [{ path: /^\/(?:download|uc)$/, idIn: ['id', ID], ...file }],
  },
  {
    provider: 'google-drive',
    hosts: ['lh3.googleusercontent.com'],
    shared: true,
    forms: [{ path: /^\/d\/(?<id>[\w-]{10,})(?:=[\w-]*)?$/, ...file }],
  },
  {
    provider: 'google-drive',
    hosts: ['googleapis.com'],
    shared: true,
    forms: [{ path: /^\/drive\/v[23]\/files\/(?<id>[\w-]{10,})$/, ...file }],
  },
  {
    provider: 'google-docs',
    hosts: ['docs.google.com'],
    forms: [
      {
        path: /^\/(?<editor>document|spreadsheets|presentation)(?:\/u\/\d+)?\/d\/(?<id>[\w-]{10,})(?:\/.*)?$/,
        kind: 'file',
        embed: editorPreview,
      },
    ],
  },
];

/** The id in an address on a Drive host: from `/folders/ID`, else `?id=`, else `/d/ID`; null where there is none. */
export function driveIdIn(address: ParsedUrl): string | null {
  if (!address.plain || !/^(?:drive|docs|drive\.usercontent)\.google\.com$/.test(address.host)) return null;
  return (
    /\/folders\/([\w-]{10,})(?:\/|$)/.exec(address.path)?.[1] ??
    queryValue(address, 'id', ID) ??
    /\/d\/([\w-]{10,})(?:\/|$)/.exec(address.path)?.[1] ??
    null
  );
}

// Items shared before September 2021 do not open without it.
function resourceKey(address: ParsedUrl): string | null {
  return queryValue(address, 'resourcekey', RESOURCE_KEY);
}

function editorPreview({ id, part, address }: Match): string {
  const query = queryOf({ resourcekey: resourceKey(address) });
  return `https://docs.google.com/${part.editor}/d/${id}/preview${query}`;
}
