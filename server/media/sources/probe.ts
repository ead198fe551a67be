// Whether the people a link is meant for can open it: requested the way a client's browser would (behaviour §6.9).
import type { Link, Provider } from '#contract/links/link.ts';
import { privateLink } from '#contract/media/endpoints.ts';
import { isTransient, MediaError, type MediaErrorCode, messageForCrew } from '#server/media/source-errors.ts';
import type { MediaRoot, MediaSource, SourceFile } from './source.ts';

// How hosts of videos say what an address holds. Their pages look alike whether a video exists or not; these replies do not.
const addresses: Partial<Record<Provider, string>> = {
  youtube: 'https://www.youtube.com/oembed?format=json&url=',
  vimeo: 'https://vimeo.com/api/oembed.json?url=',
};

/** Null: of this link nothing can be asked. */
export function oembedAddress({ provider, url }: Link): string | null {
  const address = addresses[provider];
  return address && url ? `${address}${encodeURIComponent(url)}` : null;
}

/** Requests an address as anybody could and returns where that ended; throws a MediaError. */
export type RequestOutside = (url: string) => Promise<{ status: number; host: string }>;

/** `unknown`: it cannot be judged from here; `away`: the host does not answer, while others do. */
export type ProbeFinding = { state: 'ok' | 'broken' | 'unknown'; reason: string | null; away: boolean };
export type ProbeResult = ProbeFinding & { files: SourceFile[] | null };
export type Probe = (link: Link, roots: readonly MediaRoot[]) => Promise<ProbeResult>;

const fine: ProbeFinding = { state: 'ok', reason: null, away: false };
const unknown: ProbeFinding = { state: 'unknown', reason: null, away: false };
const broken = (reason: string): ProbeFinding => ({ state: 'broken', reason, away: false });

/** If no host answers, this server's own connection may be the cause. */
const offline = "This can't be checked right now; you can still save it";
const isGone = 'There is nothing at this address: it was moved or deleted, or the link is incomplete';

/** On these hosts a refusal applies to people too; elsewhere it may be meant for bots. */
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
/** Errors of our own access to the files: people's browsers may still open the link itself. */
const ownErrors: readonly MediaErrorCode[] = ['not_configured', 'misconfigured', 'not_bound'];
const recentlyMs = 10 * 60_000;

function judge({ status, host }: { status: number; host: string }, link: Link): ProbeFinding {
  if (logins.includes(host)) return broken(privateLink);
  if (status >= 200 && status < 300) return fine;
  if (status === 404 || status === 410 || (status === 400 && oembedAddress(link) !== null)) return broken(isGone);
  return (status === 401 || status === 403) && strict.includes(link.provider) ? broken(privateLink) : unknown;
}

function fromError(error: MediaError): ProbeFinding {
  const { code } = error;
  const message = messageForCrew(error);
  return isTransient(error) || code === 'forbidden_address' ? { ...unknown, reason: message } : broken(message);
}

export function isShowable({ kind }: Pick<SourceFile, 'kind'>): boolean {
  return kind !== 'file';
}

/** For a link whose files are to be shown: only other kinds of files counts as none. */
export function withoutUnshowable(found: ProbeResult): ProbeResult {
  const { files } = found;
  if (found.state !== 'ok' || !files || files.some(isShowable)) return found;
  return {
    ...broken(
      `Nothing here can be shown: ${files.length === 1 ? 'the one file is' : `the ${files.length} files are`} for download only`,
    ),
    files,
  };
}

export function createProbe(deps: { source: MediaSource; request: RequestOutside; now?: () => number }): Probe {
  const { source, request, now = Date.now } = deps;
  /** When each host last answered: if none did, this server is offline. */
  const answered = new Map<string, number>();

  async function probeUrl(url: string, link: Link): Promise<ProbeFinding> {
    const { host } = new URL(url);
    try {
      const response = await request(url);
      answered.set(host, now());
      return judge(response, link);
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      const finding = fromError(error);
      if (error.code !== 'unreachable') return finding;
      return othersAnswer(host) ? { ...finding, away: true } : { ...finding, reason: offline };
    }
  }

  function othersAnswer(host: string): boolean {
    for (const [other, at] of answered) if (at < now() - recentlyMs) answered.delete(other);
    return [...answered.keys()].some((other) => other !== host);
  }

  async function probeLink(link: Link): Promise<ProbeFinding> {
    if (link.url === null || link.provider === 'xyz') return unknown;
    return probeUrl(oembedAddress(link) ?? link.url, link);
  }

  /** By listing its files; null if no source can: then the link itself has to be requested. */
  async function probeFiles(link: Link, roots: readonly MediaRoot[]): Promise<ProbeResult | null> {
    try {
      const files = await source.list(link, roots);
      if (files === null) return null;
      return { ...(files.length > 0 ? fine : broken('No images found in this folder')), files };
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      return ownErrors.includes(error.code) && link.url !== null ? null : { ...fromError(error), files: null };
    }
  }

  return async (link, roots) => (await probeFiles(link, roots)) ?? { ...(await probeLink(link)), files: null };
}
