// The contents of the fake Drive, and who sees them: by sharing, shared-drive flags and resource keys.
import type { IncomingHttpHeaders } from 'node:http';
import { type Reply, refusalReply } from './reply.ts';
import type { Tokens } from './tokens.ts';

/** The requests, as they came. */
export type FakeDriveRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
};

/** A file or folder. Sharing is inherited from the parent unless set. */
export type FakeDriveItem = {
  id: string;
  name: string;
  mimeType: string;
  parents?: string[];
  /** Who sees it: everybody who has the link, or nobody but its owner; `account` the service account. */
  shared?: 'link' | 'nobody';
  account?: boolean;
  /** In a shared drive: hidden from requests that do not ask for such. */
  driveId?: string;
  /** Hidden from key requests without it. */
  resourceKey?: string;
  trashed?: boolean;
  bytes?: Buffer;
  /** Google has made no preview. */
  noThumbnail?: boolean;
  thumbnailVersion?: string;
  modifiedTime?: string;
  imageMediaMetadata?: { width: number; height: number; rotation?: number; location?: object };
  videoMediaMetadata?: { width: number; height: number; durationMillis: string };
  shortcutDetails?: { targetId: string; targetMimeType: string; targetResourceKey?: string };
};

/** What one request may see; `refused`: it has no valid credentials. */
export type VisibleItems = {
  refused: Reply | null;
  find(id: string): FakeDriveItem | null;
  /** In the list of a visible folder, which reveals the key that opens an item. */
  lists(item: FakeDriveItem): boolean;
};

type FakeDriveState = { files: FakeDriveItem[]; key: string; tokens: Tokens };

function inherited<T>(
  files: FakeDriveItem[],
  item: FakeDriveItem,
  field: (one: FakeDriveItem) => T | undefined,
): T | undefined {
  const own = field(item);
  const parent = files.find(({ id }) => item.parents?.includes(id));
  return own !== undefined || !parent ? own : inherited(files, parent, field);
}

function refusedBy({ key, tokens }: FakeDriveState, { headers, query }: FakeDriveRequest): Reply | null {
  const { authorization, 'x-goog-api-key': given = query.get('key') } = headers;
  if (authorization !== undefined) return tokens.holds(authorization) ? null : refusalReply(401, 'authError');
  if (given === null) return refusalReply(403, 'forbidden');
  return given === key ? null : refusalReply(400, 'API_KEY_INVALID');
}

export function createVisibleItems(testApp: FakeDriveState, request: FakeDriveRequest): VisibleItems {
  const { files } = testApp;
  const { headers, query } = request;
  const isAccount = headers.authorization !== undefined;
  const asksShared = query.get('supportsAllDrives') === 'true' || !request.path.startsWith('/drive/');
  const keys = new Set(String(headers['x-goog-drive-resource-keys'] ?? '').split(','));

  function hasKey(item: FakeDriveItem): boolean {
    const { id, resourceKey } = item;
    const given = keys.has(`${id}/${resourceKey}`) || query.get('resourcekey') === resourceKey;
    return isAccount || resourceKey === undefined || given;
  }

  function lists(item: FakeDriveItem): boolean {
    if (item.driveId !== undefined && !asksShared) return false;
    const isAccounts = isAccount && inherited(files, item, (one) => one.account) === true;
    return isAccounts || inherited(files, item, (one) => one.shared) === 'link';
  }

  const find = (id: string) => files.find((item) => item.id === id && lists(item) && hasKey(item)) ?? null;
  return { refused: refusedBy(testApp, request), find, lists };
}
