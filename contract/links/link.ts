// What a media link is: its provider, kind, id, and the addresses to frame and open it.

import { driveIdIn, driveRows } from './drive.ts';
import { kindOfName } from './file-name.ts';
import { fileShareRows } from './file-share.ts';
import { mapRows } from './map.ts';
import { configuredHost, type ParsedUrl, parseUrl, percentDecoded } from './parse-url.ts';
import { type LinkHosts, type LinkInfo, type ProviderRow, queryOf, queryValue, readTable } from './provider-table.ts';
import { tourRows } from './tour.ts';
import { videoRows } from './video.ts';

export type { LinkHosts, Provider } from './provider-table.ts';

/** A classified link. Both addresses are http(s) or null, `embedUrl` always https. */
export interface Link extends LinkInfo {
  /** The trimmed address to open in a new tab; null where the text is no http(s) address (local links included). */
  url: string | null;
}

const LINK_LENGTH = 1000;
const LOCAL_PROBLEM =
  'A local link must be /media/folders/… or /media/files/… followed by a path without "..", "//", "\\", "?" or "#".';
const BROKEN_PROBLEM =
  'This is not a complete web address: after https:// a site name must follow, as in https://example.com/photos.';
const SCHEME_PROBLEM = 'A link must start with https:// or http://, or with /media/ for the local media folders.';

const TABLE: readonly ProviderRow[] = [...driveRows, ...videoRows, ...fileShareRows, ...tourRows, ...mapRows];
const UNKNOWN: LinkInfo = { provider: 'unknown', kind: 'unknown', id: null, embedUrl: null };

/**
 * Says what a link is, by exact host and anchored patterns only (behaviour §6.1). Pure; never throws and never asks
 * anyone: whether the thing is there, or may be framed, shows later. Local links answer their decoded path as id.
 */
export function classifyLink(input: string, hosts: LinkHosts = {}): Link {
  const text = input.trim();
  const address = parseUrl(text);
  const known = address ? readWeb(address, hosts) : readLocal(text);
  return { ...(known ?? UNKNOWN), url: address?.text ?? null };
}

/**
 * The id in a link that was given for a Drive folder; it may turn out to be a single file's. Null means
 * 'Invalid Google Drive folder URL' (behaviour §6.3.1, §6.4).
 */
export function driveFolderId(link: string): string | null {
  const address = parseUrl(link.trim());
  return address && driveIdIn(address);
}

/**
 * Why a value may not be stored as a media link, as a sentence to act on; null when it may. Allowed are http, https and
 * paths of the product's own media folders, at most 1000 characters (behaviour §6.2). Blanks
 * around a link do no harm, but count.
 */
export function linkProblem(value: string): string | null {
  if (value.length > LINK_LENGTH) {
    return `A link may have at most ${LINK_LENGTH} characters; this one has ${value.length}.`;
  }
  const text = value.trim();
  // Half surrogate pairs too: PostgreSQL stores neither in text and jsonb.
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return 'A link must be one line without control characters.';
  if (text.startsWith('/')) return readLocal(text) ? null : LOCAL_PROBLEM;
  if (parseUrl(text)) return null;
  return /^https?:/i.test(text) ? BROKEN_PROBLEM : SCHEME_PROBLEM;
}

function readWeb(address: ParsedUrl, hosts: LinkHosts): LinkInfo | null {
  if (!address.plain) return null;
  return (
    readTileTemplate(address) ??
    readTable(TABLE, address, hosts.mapsKey) ??
    readWebodm(address, hosts) ??
    readHostedTour(address, hosts) ??
    readFile(address)
  );
}

// Links that are known by their shape, whatever their host: tile templates, WebODM, tours on own hosts, plain files.

/** A template of map tiles. Looked for in the text as typed: reading it as an address would escape the braces. */
export function readTileTemplate({ text }: ParsedUrl): LinkInfo | null {
  const isTemplate = text.includes('{z}') && text.includes('{x}') && /\{-?y\}/.test(text);
  return isTemplate ? { provider: 'xyz', kind: 'map', id: text, embedUrl: null } : null;
}

/** A public WebODM task; framed only from a host the operator named (behaviour §6.3.5). */
export function readWebodm(address: ParsedUrl, hosts: LinkHosts): LinkInfo | null {
  const task = /^\/public\/task\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/iframe)?\/(map|3d)$/i;
  const [, id, view] = task.exec(address.path) ?? [];
  if (!id) return null;
  const host = configuredHost(hosts.webodm, address.host);
  const layer = queryOf({ t: queryValue(address, 't', /^\w+$/) });
  const embedUrl = host && `https://${host}/public/task/${id}/iframe/${view}/${layer}`;
  return { provider: 'webodm', kind: 'map', id, embedUrl };
}

/** A page on a tour host the operator named: a folder's address or an HTML file, as Pano2VR and krpano write them. */
export function readHostedTour(address: ParsedUrl, hosts: LinkHosts): LinkInfo | null {
  const host = configuredHost(hosts.tours, address.host);
  const isPage = address.path !== '' && (address.endsInSlash || /\.html?$/i.test(address.path));
  if (!host || !isPage) return null;
  const id = address.path + (address.endsInSlash ? '/' : '');
  return { provider: 'self-hosted', kind: 'tour', id, embedUrl: `https://${host}${id}${address.tail}` };
}

/** A plain file by its name's ending. Shown in the page only over https: browsers block mixed content. */
export function readFile(address: ParsedUrl): LinkInfo | null {
  const name = address.path.slice(address.path.lastIndexOf('/') + 1);
  const kind = kindOfName(name);
  if (!kind) return null;
  const showsAsIs = address.secure && (kind === 'image' || kind === 'video');
  return { provider: 'direct', kind, id: percentDecoded(name) ?? name, embedUrl: showsAsIs ? address.href : null };
}

// Links into the product's own media folders: /media/folders/<path> and /media/files/<path> (behaviour §6.5).
const LOCAL = /^\/media\/(folders|files)\/([^?#\\]+)$/;
// An escaped dot, slash, backslash or control has no honest use in a path, whatever it would decode to.
const TRICK = /%(?:2e|2f|5c|7f|[01][0-9a-f])/i;
const DOTS_OR_BLANK = /^[.\s]*$/;

/** Parses a trimmed local link; its id is the decoded path. Null if the text is no such link or leaves its folder. */
export function readLocal(text: string): LinkInfo | null {
  const [, place, encoded = ''] = LOCAL.exec(text) ?? [];
  const id = TRICK.test(encoded) ? null : percentDecoded(encoded.replace(/\/$/, ''));
  if (!place || id === null || !isPlainPath(id)) return null;
  const kind = place === 'folders' ? 'folder' : (kindOfName(id) ?? 'file');
  return { provider: 'local', kind, id, embedUrl: null };
}

// Checked after decoding too, so that a twice-encoded path does not open up when it is decoded again.
function isPlainPath(path: string): boolean {
  if (TRICK.test(path) || /[\\\p{Cc}\p{Cs}]/u.test(path)) return false;
  return path.split('/').every((segment) => !DOTS_OR_BLANK.test(segment));
}
