// A video that can be controlled: a file in our own player, or YouTube's and Vimeo's in their frames.
import { createListeners } from '#web/lib/device/listeners.ts';
import type { Linkable } from './linked-viewer.ts';
import type { SyncAction } from './video-sync.ts';

export type VideoState = { time: number; duration: number; playing: boolean; ready: boolean };
/** Its listeners get what somebody did with the player itself, or nothing as time passes. */
export type VideoPlayer = Linkable<SyncAction> & {
  state(): VideoState;
  play(): void;
  pause(): void;
  seek(to: number): void;
  /** It knows its time to the frame and can change its speed; players of other hosts cannot. */
  steady: boolean;
  setRate(rate: number): void;
  destroy(): void;
};

const fileEvents = {
  play: 'play',
  pause: 'pause',
  seeked: 'seek',
  timeupdate: undefined,
  loadedmetadata: undefined,
} as const;

export function createFilePlayer(video: HTMLVideoElement): VideoPlayer {
  return {
    steady: true,
    onChange(listener) {
      const subscription = new AbortController();
      for (const [event, action] of Object.entries(fileEvents))
        video.addEventListener(event, () => listener(action), { signal: subscription.signal });
      return () => subscription.abort();
    },
    state: () => ({
      time: video.currentTime,
      duration: Number.isFinite(video.duration) ? video.duration : 0,
      playing: !video.paused && !video.ended,
      ready: video.readyState >= HTMLMediaElement.HAVE_METADATA,
    }),
    // A browser that forbids it leaves the video standing, with its own button to start it.
    play: () => void video.play().catch(() => undefined),
    pause: () => video.pause(),
    seek: (to) => {
      video.currentTime = to;
    },
    setRate: (rate) => {
      video.playbackRate = rate;
    },
    destroy: () => undefined,
  };
}

/** A jump of more than this between two reports is somebody seeking. */
const jumpSeconds = 1.5;

export function createFramePlayer(frame: HTMLIFrameElement, host: PlayerHost): VideoPlayer {
  const state: VideoState = { time: 0, duration: 0, playing: false, ready: false };
  const listeners = createListeners<[action?: SyncAction]>();
  let reportedAt = performance.now();
  const send = (command: PlayerCommand) => {
    for (const message of commandMessages(host, command))
      for (const origin of hostOrigins[host])
        if (frame.src.startsWith(origin)) frame.contentWindow?.postMessage(message, origin);
  };
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    const report =
      source === frame.contentWindow && hostOrigins[host].includes(origin) ? parsePlayerMessage(host, data) : undefined;
    if (!report) return;
    const before = { ...state };
    const elapsed = before.playing ? (performance.now() - reportedAt) / 1000 : 0;
    Object.assign(state, report);
    reportedAt = performance.now();
    listeners.notify(actionBetween(before, state, elapsed));
  };
  addEventListener('message', onMessage);
  // A player that is still loading receives nothing: the message is repeated until it answers.
  const asking = setInterval(() => (state.ready ? clearInterval(asking) : send({ does: 'listen' })), 500);
  return {
    steady: false,
    onChange: listeners.add,
    state: () => state,
    play: () => send({ does: 'play' }),
    pause: () => send({ does: 'pause' }),
    seek: (to) => send({ does: 'seek', to }),
    setRate: () => undefined,
    destroy() {
      clearInterval(asking);
      removeEventListener('message', onMessage);
    },
  };
}

/** What somebody did between two reports that are so many seconds of play apart. */
function actionBetween(before: VideoState, now: VideoState, elapsed: number): SyncAction | undefined {
  if (now.playing !== before.playing) return now.playing ? 'play' : 'pause';
  return Math.abs(now.time - before.time - elapsed) > jumpSeconds ? 'seek' : undefined;
}

export type PlayerHost = 'youtube' | 'vimeo';
export type PlayerCommand = { does: 'listen' } | { does: 'play' } | { does: 'pause' } | { does: 'seek'; to: number };
export type PlayerEvent = { time?: number; duration?: number; playing?: boolean; ready?: boolean };

export const hostOrigins: Record<PlayerHost, readonly string[]> = {
  youtube: ['https://www.youtube-nocookie.com', 'https://www.youtube.com'],
  vimeo: ['https://player.vimeo.com'],
};

/** The messages for a command; a player answers only once it was asked to report. */
export function commandMessages(host: PlayerHost, command: PlayerCommand): readonly string[] {
  const parts = host === 'youtube' ? youtube(command) : vimeo(command);
  return parts.map((part) => JSON.stringify(part));
}

function youtube(command: PlayerCommand): object[] {
  if (command.does === 'listen') return [{ event: 'listening', id: 1, channel: 'widget' }];
  const call = (func: string, ...args: unknown[]) => [{ event: 'command', func, args, id: 1, channel: 'widget' }];
  if (command.does === 'seek') return call('seekTo', command.to, true);
  return call(command.does === 'play' ? 'playVideo' : 'pauseVideo');
}

function vimeo(command: PlayerCommand): object[] {
  if (command.does === 'listen')
    return ['play', 'pause', 'timeupdate', 'seeked', 'ended'].map((value) => ({ method: 'addEventListener', value }));
  return [command.does === 'seek' ? { method: 'setCurrentTime', value: command.to } : { method: command.does }];
}

/** What a message of the player reports; undefined for anything else that comes by. */
export function parsePlayerMessage(host: PlayerHost, data: unknown): PlayerEvent | undefined {
  const message = parsed(data);
  if (!message) return undefined;
  return host === 'youtube' ? fromYoutube(message) : fromVimeo(message);
}

type Message = Record<string, unknown>;

function parsed(data: unknown): Message | undefined {
  if (typeof data !== 'string') return isMessage(data) ? data : undefined;
  try {
    const message: unknown = JSON.parse(data);
    return isMessage(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null;
}

/** Player states: 1 plays, 3 waits for bytes, the others stand still. */
function fromYoutube({ event, info }: Message): PlayerEvent | undefined {
  if (event === 'onReady') return { ready: true };
  if (event === 'onStateChange' && typeof info === 'number') return { ready: true, playing: info === 1 || info === 3 };
  if ((event !== 'infoDelivery' && event !== 'initialDelivery') || !isMessage(info)) return undefined;
  const report: PlayerEvent = { ready: true };
  if (typeof info.currentTime === 'number') report.time = info.currentTime;
  if (typeof info.duration === 'number' && info.duration > 0) report.duration = info.duration;
  if (typeof info.playerState === 'number') report.playing = info.playerState === 1 || info.playerState === 3;
  return report;
}

function fromVimeo({ event, data }: Message): PlayerEvent | undefined {
  if (event === 'ready') return { ready: true };
  const report: PlayerEvent = { ready: true };
  if (isMessage(data) && typeof data.seconds === 'number') report.time = data.seconds;
  if (isMessage(data) && typeof data.duration === 'number') report.duration = data.duration;
  if (event === 'play') report.playing = true;
  else if (event === 'pause' || event === 'ended') report.playing = false;
  else if (event !== 'timeupdate' && event !== 'seeked') return undefined;
  return report;
}
