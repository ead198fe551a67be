// Where hosts of films say what they have at an address. Their pages look alike whether a film exists or not; these answers do not.
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
