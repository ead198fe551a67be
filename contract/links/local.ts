// Links into the product's own media folders: /media/folders/<path> and /media/files/<path> (behaviour §6.5).

import { kindOfName } from './file-name.ts';
import { percentDecoded } from './parse-url.ts';
import type { LinkInfo } from './provider-table.ts';

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
