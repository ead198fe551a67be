// What is said to and heard from the players of YouTube and Vimeo in their frames: messages only, no script of theirs.

export type PlayerHost = 'youtube' | 'vimeo';
export type PlayerCommand = { does: 'listen' } | { does: 'play' } | { does: 'pause' } | { does: 'seek'; to: number };
export type PlayerEvent = { time?: number; duration?: number; playing?: boolean; ready?: boolean };

export const hostOrigins: Record<PlayerHost, readonly string[]> = {
  youtube: ['https://www.youtube-nocookie.com', 'https://www.youtube.com'],
  vimeo: ['https://player.vimeo.com'],
};

/** The messages for a wish; a player answers only once it was asked to report. */
export function commandMessages(host: PlayerHost, wish: PlayerCommand): readonly string[] {
  const parts = host === 'youtube' ? youtube(wish) : vimeo(wish);
  return parts.map((part) => JSON.stringify(part));
}

function youtube(wish: PlayerCommand): object[] {
  if (wish.does === 'listen') return [{ event: 'listening', id: 1, channel: 'widget' }];
  const command = (func: string, ...args: unknown[]) => [{ event: 'command', func, args, id: 1, channel: 'widget' }];
  if (wish.does === 'seek') return command('seekTo', wish.to, true);
  return command(wish.does === 'play' ? 'playVideo' : 'pauseVideo');
}

function vimeo(wish: PlayerCommand): object[] {
  if (wish.does === 'listen')
    return ['play', 'pause', 'timeupdate', 'seeked', 'ended'].map((value) => ({ method: 'addEventListener', value }));
  return [wish.does === 'seek' ? { method: 'setCurrentTime', value: wish.to } : { method: wish.does }];
}

/** What a message of the player tells; undefined for anything else that comes by. */
export function parsePlayerMessage(host: PlayerHost, data: unknown): PlayerEvent | undefined {
  const said = parsed(data);
  if (!said) return undefined;
  return host === 'youtube' ? fromYoutube(said) : fromVimeo(said);
}

type Said = Record<string, unknown>;

function parsed(data: unknown): Said | undefined {
  if (typeof data !== 'string') return isSaid(data) ? data : undefined;
  try {
    const said: unknown = JSON.parse(data);
    return isSaid(said) ? said : undefined;
  } catch {
    return undefined;
  }
}

function isSaid(value: unknown): value is Said {
  return typeof value === 'object' && value !== null;
}

/** Player states: 1 plays, 3 waits for bytes, the others stand still. */
function fromYoutube({ event, info }: Said): PlayerEvent | undefined {
  if (event === 'onReady') return { ready: true };
  if (event === 'onStateChange' && typeof info === 'number') return { ready: true, playing: info === 1 || info === 3 };
  if ((event !== 'infoDelivery' && event !== 'initialDelivery') || !isSaid(info)) return undefined;
  const heard: PlayerEvent = { ready: true };
  if (typeof info.currentTime === 'number') heard.time = info.currentTime;
  if (typeof info.duration === 'number' && info.duration > 0) heard.duration = info.duration;
  if (typeof info.playerState === 'number') heard.playing = info.playerState === 1 || info.playerState === 3;
  return heard;
}

function fromVimeo({ event, data }: Said): PlayerEvent | undefined {
  if (event === 'ready') return { ready: true };
  const heard: PlayerEvent = { ready: true };
  if (isSaid(data) && typeof data.seconds === 'number') heard.time = data.seconds;
  if (isSaid(data) && typeof data.duration === 'number') heard.duration = data.duration;
  if (event === 'play') heard.playing = true;
  else if (event === 'pause' || event === 'ended') heard.playing = false;
  else if (event !== 'timeupdate' && event !== 'seeked') return undefined;
  return heard;
}
