// The still that a host shows for its video: YouTube's has its own address, Vimeo's oEmbed says where its is.
import type { Link } from '#contract/links/link.ts';
import { type SafeFetch, statusError } from '#server/media/net/safe-fetch.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { oembedAddress } from './probe.ts';
import type { SourceFile } from './source.ts';

export type VideoPoster = Pick<SourceFile, 'id' | 'version' | 'picture'>;
/** Null: the host has none, or does not say so now. */
export type FindVideoPoster = (link: Link) => Promise<VideoPoster | null>;

const maxOembedBytes = 64 * 1024;
/** The largest width of a crop; without it Vimeo returns a still of 295 pixels. */
const stillWidth = '&width=1280';

type Fetch = Pick<SafeFetch, 'read' | 'image'>;

/** A reply about a video that is not JSON counts as no reply. */
function stillIn(bytes: Buffer): string | null {
  try {
    const { thumbnail_url: url } = JSON.parse(bytes.toString()) as { thumbnail_url?: unknown };
    return typeof url === 'string' && URL.canParse(url) ? url : null;
  } catch {
    return null;
  }
}

async function vimeoStill({ read }: Fetch, link: Link): Promise<string | null> {
  const address = oembedAddress(link);
  if (address === null) return null;
  const asked = { maxBytes: maxOembedBytes, check: statusError };
  const said = await read(`${address}${stillWidth}`, asked).catch((error: unknown) => {
    if (error instanceof MediaError) return null;
    throw error;
  });
  return said && stillIn(said.bytes);
}

async function stillOf(fetch: Fetch, link: Link): Promise<string | null> {
  if (link.provider === 'vimeo') return vimeoStill(fetch, link);
  const isVideoFile = link.provider === 'youtube' && /^[\w-]{11}$/.test(link.id ?? '');
  return isVideoFile ? `https://i.ytimg.com/vi/${link.id}/hqdefault.jpg` : null;
}

/** A still may change under its address, so it is requested again each day. */
export function createVideoPosters({ fetch, now = Date.now }: { fetch: Fetch; now?: () => number }): FindVideoPoster {
  return async (link) => {
    const still = await stillOf(fetch, link);
    const version = `day-${new Date(now()).toISOString().slice(0, 10)}`;
    return still === null ? null : { id: `poster:${still}`, version, picture: () => fetch.image(still) };
  };
}
