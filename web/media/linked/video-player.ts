// A video that can be controlled: a file in our own player, or YouTube's and Vimeo's in their frames.

import { createListeners } from '#web/lib/device/listeners.ts';
import type { Linkable, LinkRule } from './linked-viewer.ts';

// How two videos stay in sync: what the other has to do, given where both are.
export type Correction = { seek: number } | { rate: number };

/** A frame or two, in seconds: nobody sees it. */
const inSync = 0.06;
/** Beyond this catching up by speed would take too long. */
const tooFar = 0.4;

/**
 * `ahead`: by how many seconds the follower is before where it should be. Players of other hosts report their time in steps and
 * cannot change their speed: they are only corrected when they are far off.
 */
export function correction(ahead: number, { should, steady }: { should: number; steady: boolean }): Correction {
  const limit = steady ? tooFar : 1.2;
  if (Math.abs(ahead) > limit) return { seek: Math.max(0, should) };
  if (!steady || Math.abs(ahead) <= inSync) return { rate: 1 };
  return { rate: ahead > 0 ? 0.92 : 1.08 };
}

type VideoTime = Omit<VideoState, 'ready'>;
export type SyncAction = 'play' | 'pause' | 'seek';

/**
 * What the follower does when somebody played, paused or sought the leader with its own buttons. Nothing where it is so already:
 * a command to both is reported by both, and must not be sent to and fro.
 */
export function mirrorAction(
  action: SyncAction,
  { leader, follower, offset }: { leader: VideoTime; follower: VideoTime; offset: number },
): readonly SyncAction[] {
  const isOver = leader.duration > 0 && leader.time >= leader.duration - 0.1;
  const isNear = Math.abs(leader.time + offset - follower.time) <= tooFar;
  const seek = isNear ? [] : (['seek'] as const);
  if (action === 'play') return leader.playing && !follower.playing ? [...seek, 'play'] : [];
  // A shorter video that has ended stops nothing.
  if (action === 'pause') return !leader.playing && !isOver && follower.playing ? ['pause', ...seek] : [];
  return seek;
}

/** The offset is in seconds. */
export const videoRule: LinkRule<VideoPlayer, number, SyncAction> = {
  noOffset: 0,
  offsetBetween: (left, right) => right.state().time - left.state().time,
  inverse: (offset) => -offset,
  follow({ leader, follower, offset, action }) {
    const now = leader.state();
    const steps = action ? mirrorAction(action, { leader: now, follower: follower.state(), offset }) : [];
    for (const step of steps)
      if (step === 'seek') follower.seek(Math.max(0, now.time + offset));
      else follower[step]();
  },
};

/** Corrects what drifts apart by itself while both play. */
export function correctDrift(leader: VideoPlayer, follower: VideoPlayer, offset: number): void {
  const { time, playing } = leader.state();
  const now = follower.state();
  if (!playing || !now.playing) return;
  const should = time + offset;
  // A video that is over waits for the other.
  if (now.duration > 0 && should > now.duration) return;
  const step = correction(now.time - should, { should, steady: follower.steady });
  if ('seek' in step) follower.seek(step.seek);
  else follower.setRate(step.rate);
}

/** '1:05', '1:02:09'. */
export function formatTime(seconds: number): string {
  const all = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

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
