// Dropbox, OneDrive and SharePoint: the forms of their links (behaviour §6.3.2). Their share pages refuse to be framed.
import { kindOfName } from './file-name.ts';
import type { LinkKind, Match, ProviderRow } from './provider-table.ts';

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const fileShareRows: readonly ProviderRow[] = [
  {
    provider: 'dropbox',
    hosts: ['dropbox.com', 'dl.dropboxusercontent.com'],
    forms: [
      {
        path: /^\/(?:s|scl\/fi)\/(?<id>[\w-]+)(?:\/(?<name>[^/]+))?$/,
        kind: dropboxKind,
        embed: dropboxBytes,
      },
      { path: /^\/(?:sh|scl\/fo)\/(?<id>[\w-]+)(?:\/.*)?$/, kind: 'folder' },
    ],
  },
  {
    provider: 'onedrive',
    hosts: ['1drv.ms'],
    forms: [{ path: /^\/(?<letter>[a-z])\/(?:c\/[0-9a-f]+\/)?(?<id>[\w!-]+)$/, kind: letterKind }],
  },
  {
    provider: 'onedrive',
    hosts: ['onedrive.live.com'],
    forms: [
      {
        path: /^\/embed$/,
        idIn: ['resid', /^[0-9a-f]+!\w+$/i],
        kind: 'file',
        embed: ({ address }) => `https://onedrive.live.com/embed${address.tail}`,
      },
    ],
  },
  {
    provider: 'sharepoint',
    under: ['sharepoint.com'],
    forms: [
      {
        path: /^(?:\/.*)?\/_layouts\/15\/embed\.aspx$/,
        idIn: ['UniqueId', GUID],
        kind: 'file',
        embed: ({ address }) => `https://${address.host}${address.path}${address.tail}`,
      },
      { path: /^\/:(?<letter>[a-z]):\/.+$/, kind: letterKind },
    ],
  },
];

function dropboxKind({ part }: Match): LinkKind {
  return kindOfName(part.name ?? '') ?? 'file';
}

// `raw=1` answers the bytes; every other value of the link, its rlkey above all, has to stay.
function dropboxBytes(match: Match): string | null {
  const kind = dropboxKind(match);
  if (kind !== 'image' && kind !== 'video') return null;
  const query = new URLSearchParams(match.address.query);
  query.delete('dl');
  query.delete('raw');
  query.append('raw', '1');
  return `https://www.dropbox.com${match.address.path}?${query.toString()}`;
}

function letterKind({ part }: Match): LinkKind {
  if (part.letter === 'v') return 'video';
  if (part.letter === 'i') return 'image';
  return part.letter === 'f' ? 'folder' : 'file';
}
