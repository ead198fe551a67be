// Whether a link can be opened by those it is meant for: asked the way a client's browser would reach it (decisions §10).
import type { Link, Provider } from '#contract/links.ts';
import {
  isTransient,
  MediaError,
  type MediaErrorCode,
  type MediaRoot,
  type MediaSource,
  type SourceFile,
} from './source.ts';

/** Asks an address as anybody could and answers where that ended; throws a MediaError. */
export type RequestOutside = (url: string) => Promise<{ status: number; host: string }>;

/** `unknown`: nobody can tell from here; `away`: it does not answer, while other hosts do. */
export type ProbeFinding = { state: 'ok' | 'broken' | 'unknown'; reason: string | null; away: boolean };
export type ProbeResult = ProbeFinding & { files: SourceFile[] | null };
export type Probe = (link: Link, roots: readonly MediaRoot[]) => Promise<ProbeResult>;

const fine: ProbeFinding = { state: 'ok', reason: null, away: false };
const untold: ProbeFinding = { state: 'unknown', reason: null, away: false };
const broken = (reason: string): ProbeFinding => ({ state: 'broken', reason, away: false });

const isPrivate = 'This is private: share it as “Anyone with the link”';
/** Said in place of the host's fault, which it may not be. */
const cutOff = 'This cannot be looked at just now; it can be saved all the same';
const isGone = 'There is nothing at this address: it was moved or deleted, or the link is not whole';

/** Their pages look alike whether a film is there or not, but what they tell other pages does not. */
const oembed: Partial<Record<Provider, (url: string) => string>> = {
  youtube: (url) => `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(url)}`,
  vimeo: (url) => `https://vimeo.com/api/oembed.json?url=${encodeURIComponent(url)}`,
};
/** Where a no means no; elsewhere it may be meant for machines. */
const strict: readonly Provider[] = [
  'google-drive',
  'google-docs',
  'youtube',
  'vimeo',
  'dropbox',
  'onedrive',
  'sharepoint',
];
const logins = ['accounts.google.com', 'login.microsoftonline.com', 'login.live.com'];
/** Not reached through us does not mean not reached: people's browsers open the link itself. */
const notOurs: readonly MediaErrorCode[] = ['not_configured', 'misconfigured', 'not_bound'];
const lately = 10 * 60_000;

function judge({ status, host }: { status: number; host: string }, { provider }: Link): ProbeFinding {
  if (logins.includes(host)) return broken(isPrivate);
  if (status >= 200 && status < 300) return fine;
  if (status === 404 || status === 410 || (status === 400 && oembed[provider])) return broken(isGone);
  return (status === 401 || status === 403) && strict.includes(provider) ? broken(isPrivate) : untold;
}

function fromFault(fault: MediaError): ProbeFinding {
  const { code, message } = fault;
  return isTransient(fault) || code === 'forbidden_address' ? { ...untold, reason: message } : broken(message);
}

export function createProbe(house: { source: MediaSource; ask: RequestOutside; now?: () => number }): Probe {
  /** Hosts that answered lately: where none did, it is we who are cut off. */
  const heard = new Map<string, number>();
  const now = house.now ?? Date.now;

  async function ask(url: string, link: Link): Promise<ProbeFinding> {
    const { host } = new URL(url);
    try {
      const answer = await house.ask(url);
      heard.set(host, now());
      return judge(answer, link);
    } catch (fault) {
      if (!(fault instanceof MediaError)) throw fault;
      const finding = fromFault(fault);
      if (fault.code !== 'unreachable') return finding;
      return hearsOthers(host) ? { ...finding, away: true } : { ...finding, reason: cutOff };
    }
  }

  function hearsOthers(host: string): boolean {
    for (const [other, at] of heard) if (at < now() - lately) heard.delete(other);
    return [...heard.keys()].some((other) => other !== host);
  }

  async function lookOutside(link: Link): Promise<ProbeFinding> {
    if (link.url === null || link.provider === 'xyz') return untold;
    return ask(oembed[link.provider]?.(link.url) ?? link.url, link);
  }

  /** null: it has to be asked for outside. */
  async function lookInside(link: Link, roots: readonly MediaRoot[]): Promise<ProbeResult | null> {
    try {
      const files = await house.source.list(link, roots);
      if (files === null) return null;
      return { ...(files.length > 0 ? fine : broken('No images found in this folder')), files };
    } catch (fault) {
      if (!(fault instanceof MediaError)) throw fault;
      return notOurs.includes(fault.code) && link.url !== null ? null : { ...fromFault(fault), files: null };
    }
  }

  return async (link, roots) => (await lookInside(link, roots)) ?? { ...(await lookOutside(link)), files: null };
}
