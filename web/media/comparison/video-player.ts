// A film that can be steered: a file in our own player, or YouTube's and Vimeo's in their frames.
import {
  commandMessages,
  hostOrigins,
  type PlayerCommand,
  type PlayerEvent,
  type PlayerHost,
  parsePlayerMessage,
} from './player-messages.ts';
import type { SyncAction } from './video-sync.ts';

export type VideoState = { time: number; duration: number; playing: boolean; ready: boolean };
export type VideoPlayer = {
  state(): VideoState;
  play(): void;
  pause(): void;
  seek(to: number): void;
  /** It tells its time to the frame and can change its speed; players of other hosts cannot. */
  steady: boolean;
  setRate(rate: number): void;
  leave(): void;
};
/** `deed` somebody did with the player itself, or undefined for the passing of time. */
export type VideoListener = (deed?: SyncAction) => void;

export function createFilePlayer(video: HTMLVideoElement, tell: VideoListener): VideoPlayer {
  const ends = new AbortController();
  const on = (event: string, deed?: SyncAction) =>
    video.addEventListener(event, () => tell(deed), { signal: ends.signal });
  on('play', 'play');
  on('pause', 'pause');
  on('seeked', 'seek');
  on('timeupdate');
  on('loadedmetadata');
  return {
    steady: true,
    state: () => ({
      time: video.currentTime,
      duration: Number.isFinite(video.duration) ? video.duration : 0,
      playing: !video.paused && !video.ended,
      ready: video.readyState >= HTMLMediaElement.HAVE_METADATA,
    }),
    // A browser that forbids it leaves the film standing, with its own button to start it.
    play: () => void video.play().catch(() => undefined),
    pause: () => video.pause(),
    seek: (to) => {
      video.currentTime = to;
    },
    setRate: (rate) => {
      video.playbackRate = rate;
    },
    leave: () => ends.abort(),
  };
}

/** A jump of more than this between two reports is somebody seeking. */
const jump = 1.5;

export function createFramePlayer(frame: HTMLIFrameElement, host: PlayerHost, tell: VideoListener): VideoPlayer {
  const state: VideoState = { time: 0, duration: 0, playing: false, ready: false };
  let heardAt = performance.now();
  const say = (wish: PlayerCommand) => {
    for (const message of commandMessages(host, wish))
      for (const origin of hostOrigins[host])
        if (frame.src.startsWith(origin)) frame.contentWindow?.postMessage(message, origin);
  };
  const take = (heard: PlayerEvent) => {
    const before = { ...state };
    const passed = before.playing ? (performance.now() - heardAt) / 1000 : 0;
    Object.assign(state, heard);
    heardAt = performance.now();
    if (state.playing !== before.playing) tell(state.playing ? 'play' : 'pause');
    else tell(Math.abs(state.time - before.time - passed) > jump ? 'seek' : undefined);
  };
  const onMessage = (event: MessageEvent) => {
    if (event.source !== frame.contentWindow || !hostOrigins[host].includes(event.origin)) return;
    const heard = parsePlayerMessage(host, event.data);
    if (heard) take(heard);
  };
  addEventListener('message', onMessage);
  // A player that is still loading hears nothing: it is asked until it answers.
  const asking = setInterval(() => (state.ready ? clearInterval(asking) : say({ does: 'listen' })), 500);
  return {
    steady: false,
    state: () => state,
    play: () => say({ does: 'play' }),
    pause: () => say({ does: 'pause' }),
    seek: (to) => say({ does: 'seek', to }),
    setRate: () => undefined,
    leave: () => {
      clearInterval(asking);
      removeEventListener('message', onMessage);
    },
  };
}
