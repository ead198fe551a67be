// How hosts of videos say what an address holds. Their pages look alike whether a video exists or not; these replies do not.
import type { Link, Provider } from '#contract/links/link.ts';

const addresses: Partial<Record<Provider, string>> = {
  youtube: 'https://www.youtube.com/oembed?format=json&url=',
  vimeo: 'https://vimeo.com/api/oembed.json?url=',
};

/** Null: of this link nothing can be asked. */
export function oembedAddress({ provider, url }: Link): string | null {
  const address = addresses[provider];
  return address && url ? `${address}${encodeURIComponent(url)}` : null;
}
