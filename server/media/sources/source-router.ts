// All sources as one: a link goes to the source of its provider.
import type { Link } from '#contract/links/link.ts';
import type { MediaSource } from './source.ts';

/** Links of any other provider (players, tours, maps) have no files for us: null. */
export function createSourceRouter(sources: { local: MediaSource; drive: MediaSource; web: MediaSource }): MediaSource {
  const { local, drive, web } = sources;
  const byProvider: Partial<Record<Link['provider'], MediaSource>> = {
    local,
    'google-drive': drive,
    dropbox: web,
    direct: web,
  };
  return {
    list: async (link, roots) => (await byProvider[link.provider]?.list(link, roots)) ?? null,
  };
}
