// YouTube and Vimeo: the forms of their links and the addresses of their players (behaviour §6.3.3).
import type { ParsedUrl } from './parse-url.ts';
import { type Match, type ProviderRow, queryOf, queryValue, type UrlPattern } from './provider-table.ts';

const YOUTUBE_PLAYER = 'https://www.youtube-nocookie.com/embed';
const YOUTUBE_ID = /^[\w-]{11}$/;
// Long enough to leave out the private lists WL and LL.
const YOUTUBE_LIST = /^[\w-]{10,}$/;

const youtubeVideo: Pick<UrlPattern, 'kind' | 'embed'> = {
  kind: 'video',
  embed: youtubePlayer,
};

const vimeoVideo: Pick<UrlPattern, 'kind' | 'embed'> = {
  kind: 'video',
  embed: ({ id, part, address }) => {
    // An unlisted video does not play without its hash; the player wants it first.
    const hash = part.hash ?? queryValue(address, 'h', /^[0-9a-z]+$/i);
    return `https://player.vimeo.com/video/${id}${queryOf({ h: hash, dnt: 1 })}`;
  },
};

export const videoRows: readonly ProviderRow[] = [
  {
    provider: 'youtube',
    hosts: ['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtube-nocookie.com'],
    forms: [
      { path: /^\/watch$/, idIn: ['v', YOUTUBE_ID], ...youtubeVideo },
      // Two words of the player's own have the length of an id.
      { path: /^\/(?:shorts|live|embed|v)\/(?<id>(?!videoseries$|live_stream$)[\w-]{11})$/, ...youtubeVideo },
      {
        path: /^\/(?:playlist|watch|embed\/videoseries)$/,
        idIn: ['list', YOUTUBE_LIST],
        kind: 'video',
        embed: ({ id }) => `${YOUTUBE_PLAYER}/videoseries?list=${id}`,
      },
    ],
  },
  { provider: 'youtube', hosts: ['youtu.be'], forms: [{ path: /^\/(?<id>[\w-]{11})$/, ...youtubeVideo }] },
  {
    provider: 'vimeo',
    hosts: ['vimeo.com'],
    forms: [
      { path: /^\/(?:video\/|manage\/videos\/)?(?<id>\d+)(?:\/(?<hash>[0-9a-f]{6,}))?$/, ...vimeoVideo },
      {
        path: /^\/(?:channels\/[\w-]+|groups\/[\w-]+\/videos|(?:album|showcase)\/\d+\/video)\/(?<id>\d+)$/,
        ...vimeoVideo,
      },
      {
        path: /^\/(?<id>event\/\d+)(?:\/embed)?(?:\/(?<hash>[0-9a-f]{6,}))?$/,
        kind: 'video',
        embed: ({ id, part }) => `https://vimeo.com/${id}/embed${part.hash ? `/${part.hash}` : ''}`,
      },
    ],
  },
  { provider: 'vimeo', hosts: ['player.vimeo.com'], forms: [{ path: /^\/video\/(?<id>\d+)$/, ...vimeoVideo }] },
];

function youtubePlayer({ id, address }: Match): string {
  const list = queryValue(address, 'list', YOUTUBE_LIST);
  return `${YOUTUBE_PLAYER}/${id}${queryOf({ start: startSecond(address), list })}`;
}

function startSecond(address: ParsedUrl): number | null {
  const fragment = /#t=(\w+)$/.exec(address.tail)?.[1];
  const text = address.query.get('t') ?? address.query.get('start') ?? fragment ?? '';
  const time = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text);
  const [, hours = 0, minutes = 0, seconds = 0] = time ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) || null;
}
