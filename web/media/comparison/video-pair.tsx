// Two videos that play, pause and seek together; not even their own buttons bring them out of sync while they are locked.
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Embed } from '#web/media/frame/embed.tsx';
import { ViewerError } from '#web/media/frame/unavailable.tsx';
import { createLink, type Pair, sideNames } from '#web/media/linked/linked-viewer.ts';
import type { Viewable } from '#web/media/linked/sides.ts';
import {
  correctDrift,
  createFilePlayer,
  createFramePlayer,
  formatTime,
  type VideoPlayer,
  videoRule,
} from '#web/media/linked/video-player.ts';
import { otherPlayer } from '#web/media/videos/video.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { LoadOnDemand } from './load-on-demand.tsx';
import { SideLabel } from './overlay.tsx';
import { type PairProps, pairGrid } from './viewer-pair.tsx';

export type PlayableVideo = Extract<Viewable, { is: 'video' }>;

type VideoPairProps = Pick<PairProps<PlayableVideo>, 'items' | 'titles' | 'labels' | 'locked'>;

export function VideoPair(props: VideoPairProps) {
  return (
    <LoadOnDemand of={Object.values(props.items)}>
      <SyncedVideos {...props} />
    </LoadOnDemand>
  );
}

function SyncedVideos({ items, titles, labels, locked }: VideoPairProps) {
  const { attach, state, seek, toggle } = useSyncedPlayers(locked);
  return (
    <div className="flex size-full flex-col gap-2">
      <div className={`${pairGrid} min-h-0 flex-1`}>
        {sideNames.map((side) => (
          <div key={side} className="relative min-h-0 overflow-hidden bg-sunken">
            <VideoFrame
              key={items[side].url}
              video={items[side]}
              title={titles[side]}
              onPlayer={(player) => attach(side, player)}
            />
            {items[side].player === 'file' && <SideLabel side={side} title={labels[side]} />}
          </div>
        ))}
      </div>
      <div className="flex items-center gap-3 px-2 pb-2">
        <Button icon={state.playing ? Pause : Play} onClick={toggle}>
          {state.playing ? 'Pause both' : 'Play both'}
        </Button>
        <input
          type="range"
          aria-label="Time of both videos"
          aria-valuetext={`${formatTime(state.time)} of ${formatTime(state.duration)}`}
          min={0}
          max={Math.max(state.duration, 1)}
          step={0.1}
          value={state.time}
          onChange={(event) => seek(Number(event.target.value))}
          className="touch-target h-9 min-w-0 flex-1 accent-(--accent)"
        />
        <span className="text-muted text-sm tabular-nums">
          {formatTime(state.time)} / {formatTime(state.duration)}
        </span>
      </div>
    </div>
  );
}

const correctionMs = 500;

function useSyncedPlayers(locked: boolean) {
  const [link] = useState(() => createLink(videoRule));
  const [state, setState] = useState({ time: 0, duration: 0, playing: false });
  const offset = useRef(0);
  // Set apart by hand, they stay as far apart once they are locked again.
  useEffect(() => {
    link.lock(locked);
    if (locked) offset.current = link.offset();
  }, [link, locked]);
  useEffect(() => link.onChange(() => setState(stateOf(link.viewers))), [link]);
  useEffect(() => {
    const timer = setInterval(() => {
      const { left, right } = link.viewers;
      if (link.isLocked() && left && right) correctDrift(left, right, link.offset());
    }, correctionMs);
    return () => clearInterval(timer);
  }, [link]);
  return {
    state,
    attach: link.attach,
    seek(time: number) {
      setState((before) => ({ ...before, time }));
      link.viewers.left?.seek(Math.max(0, time));
      link.viewers.right?.seek(Math.max(0, time + offset.current));
    },
    toggle() {
      for (const side of sideNames) link.viewers[side]?.[state.playing ? 'pause' : 'play']();
    },
  };
}

function stateOf({ left, right }: Pair<VideoPlayer | null>) {
  const [one, other] = [left?.state(), right?.state()];
  return {
    time: one?.time ?? 0,
    duration: Math.max(one?.duration ?? 0, other?.duration ?? 0),
    playing: (one?.playing || other?.playing) ?? false,
  };
}

type VideoFrameProps = {
  video: PlayableVideo;
  title: string;
  /** The player when it can be controlled, null when it goes. */
  onPlayer?: (player: VideoPlayer | null) => void;
};

/** A player of its own for files, the host's player in a frame for the others. Give it the video's address as key. */
export function VideoFrame({ video, title, onPlayer }: VideoFrameProps) {
  const { player, url } = video;
  const [failed, setFailed] = useState(false);
  const file = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const report = useRef(onPlayer);
  useEffect(() => {
    if (!report.current) return;
    const created =
      player === 'file'
        ? file.current && createFilePlayer(file.current)
        : frame.current && createFramePlayer(frame.current, player);
    report.current(created);
    return () => {
      report.current?.(null);
      created?.destroy();
    };
  }, [player]);
  if (player === 'file' && failed)
    return (
      <ViewerError
        title="Preview unavailable"
        note={otherPlayer(video.name, `This browser does not play ${video.name}.`)}
        original={url}
        download
        bytes={video.bytes}
        className="size-full"
      />
    );
  if (player === 'file')
    return (
      // biome-ignore lint/a11y/useMediaCaption: videos of a building site come without words.
      <video
        ref={file}
        src={url}
        onError={() => setFailed(true)}
        aria-label={title}
        controls
        playsInline
        preload="metadata"
        className="size-full bg-sunken"
      />
    );
  return (
    <div className="relative size-full bg-sunken">
      <Embed ref={frame} src={player === 'youtube' ? listeningUrl(url) : url} title={title} />
    </div>
  );
}

/** YouTube's player listens only where its address says to whom. */
function listeningUrl(url: string): string {
  const address = new URL(url);
  address.searchParams.set('enablejsapi', '1');
  address.searchParams.set('origin', location.origin);
  return address.href;
}
