// Parses a pasted text as a web address, once, before any provider checks it.

/** An http(s) address taken apart. Nothing here is trusted yet; `host` is what providers are recognised by. */
export interface ParsedUrl {
  /** As typed where a browser reads it the same on any page, else normalised. Always starts with http:// or https://. */
  text: string;
  /** As a URL parser writes it, for frames and pictures. */
  href: string;
  secure: boolean;
  /** Lower case, without one `www.` and one trailing dot. */
  host: string;
  /** Percent-encoded, without trailing slashes; '' for the root. */
  path: string;
  endsInSlash: boolean;
  query: URLSearchParams;
  /** Query and fragment as they stood, with their `?` and `#`. */
  tail: string;
  /** False with a user name, a password, a port or an empty label in its host: such an address never counts as a provider's. */
  plain: boolean;
}

// Without `//` and a host right after it, a browser would resolve the text against the page it stands on.
const WEB = /^https?:\/\/[^/\\]/i;
const ODD_AUTHORITY = /^https?:\/\/[^/\\?#]*[@:]/i;
/** Names no machine, whatever domain stands behind it. */
const EMPTY_LABEL = /^\.|\.\./;
const WHITESPACE_OR_CONTROL = /[\s\p{Cc}]/u;

/** The address in a trimmed text, or null when it is no http(s) address. Never throws. */
export function parseUrl(text: string): ParsedUrl | null {
  const url = WEB.test(text) ? parse(text) : null;
  if (!url) return null;
  const path = withoutTrailingSlashes(url.pathname);
  return {
    text: WHITESPACE_OR_CONTROL.test(text) ? url.href : text,
    href: url.href,
    secure: url.protocol === 'https:',
    host: bareHost(url.hostname),
    path,
    endsInSlash: path !== url.pathname,
    query: url.searchParams,
    tail: url.search + url.hash,
    plain: !ODD_AUTHORITY.test(text) && !ODD_AUTHORITY.test(url.href) && !EMPTY_LABEL.test(url.hostname),
  };
}

/** The entry of an operator's list that names this host, as a host name fit for an address; null when none does. */
export function configuredHost(list: readonly string[] | undefined, host: string): string | null {
  const names = (list ?? []).map((entry) => parse(`https://${entry}`)?.hostname ?? '');
  return names.find((name) => name !== '' && bareHost(name) === host) ?? null;
}

/** `text` with its percent escapes read; null where they are malformed. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function bareHost(hostname: string): string {
  return hostname.replace(/\.$/, '').replace(/^www\./, '');
}

// A loop, because /\/+$/ takes quadratic time over a long run of slashes.
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
