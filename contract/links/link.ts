// What a media link is: its provider, kind, id, and the addresses to frame and open it.
import { driveIdIn, driveRows } from './drive.ts';
import { fileShareRows } from './file-share.ts';
import { readFile, readHostedTour, readTileTemplate, readWebodm } from './generic-links.ts';
import { readLocal } from './local.ts';
import { mapRows } from './map.ts';
import { type ParsedUrl, parseUrl } from './parse-url.ts';
import { type LinkHosts, type LinkInfo, type ProviderRow, readTable } from './provider-table.ts';
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
