// Two films that play, pause and seek together; not even their own buttons bring them out of step while they are locked.
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { otherSide, type SideName, sideNames } from './modes.ts';
import { SideLabel } from './side-label.tsx';
import { LoadOnDemand, VideoFrame, type VideoHandle } from './video-frame.tsx';
import { createFilePlayer, createFramePlayer, type VideoPlayer } from './video-player.ts';
import { correction, formatTime, mirrorAction, type SyncAction } from './video-sync.ts';

type FilmPairProps = {
  films: Record<SideName, VideoHandle>;
  titles: Record<SideName, string>;
  labels: Record<SideName, string>;
  locked: boolean;
};

export function VideoPair(props: FilmPairProps) {
  return (
    <LoadOnDemand films={Object.values(props.films)} word="both films">
      <FilmsInStep {...props} />
    </LoadOnDemand>
  );
}

const beat = 500;
function FilmsInStep({ films, titles, labels, locked }: FilmPairProps) {
  const { refs, playing, at, seek, toggle } = useStep(films, locked);
  return (
    <div className="flex size-full flex-col gap-2">
      <div className="grid min-h-0 flex-1 grid-rows-2 gap-1 md:grid-cols-2 md:grid-rows-1">
        {sideNames.map((side) => (
          <div key={side} className="relative min-h-0 overflow-hidden bg-black">
            <VideoFrame
              key={films[side].url}
              film={films[side]}
              title={titles[side]}
              videoRef={refs[side].video}
              frameRef={refs[side].frame}
            />
            {films[side].player === 'file' && <SideLabel side={side} title={labels[side]} />}
          </div>
        ))}
      </div>
      <div className="flex items-center gap-3 px-2 pb-2">
        <Button icon={playing ? Pause : Play} onClick={toggle}>
          {playing ? 'Pause both' : 'Play both'}
        </Button>
        <input
          type="range"
          aria-label="Time of both films"
          aria-valuetext={`${formatTime(at.time)} of ${formatTime(at.duration)}`}
          min={0}
          max={Math.max(at.duration, 1)}
          step={0.1}
          value={at.time}
          onChange={(event) => seek(Number(event.target.value))}
          className="touch-target h-9 min-w-0 flex-1 accent-(--accent)"
        />
        <span className="text-muted text-sm tabular-nums">
          {formatTime(at.time)} / {formatTime(at.duration)}
        </span>
      </div>
    </div>
  );
}

type Players = Partial<Record<SideName, VideoPlayer>>;

function useStep(films: FilmPairProps['films'], locked: boolean) {
  const left = useFilmRefs();
  const right = useFilmRefs();
  const refs = useRef({ left, right }).current;
  const players = useRef<Players>({});
  const offset = useRef(0);
  const isLocked = useRef(locked);
  const [now, setNow] = useState({ time: 0, duration: 0, playing: false });

  const addresses = `${films.left.url} ${films.right.url}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other films are other addresses, however often they are described anew.
  useEffect(() => {
    const both = players.current;
    const look = () => setNow(seen(both));
    const onFilm = (side: SideName, deed?: SyncAction) => {
      look();
      const other = both[otherSide(side)];
      const film = both[side]?.state();
      if (!deed || !isLocked.current || !film || !other) return;
      const apart = side === 'left' ? offset.current : -offset.current;
      for (const each of mirrorAction(deed, { film, other: other.state(), apart }))
        if (each === 'seek') other.seek(Math.max(0, film.time + apart));
        else other[each]();
    };
    for (const side of sideNames) {
      const player = playerOf(films[side], refs[side], (deed) => onFilm(side, deed));
      if (player) both[side] = player;
    }
    return () => {
      for (const side of sideNames) {
        both[side]?.leave();
        delete both[side];
      }
    };
  }, [addresses, refs]);

  useEffect(() => {
    isLocked.current = locked;
    const { left: one, right: other } = players.current;
    // Set apart by hand, they stay as far apart.
    if (locked && one && other) offset.current = other.state().time - one.state().time;
  }, [locked]);

  useEffect(() => {
    const timer = setInterval(() => isLocked.current && keepStep(players.current, offset.current), beat);
    return () => clearInterval(timer);
  }, []);

  const each = (does: (player: VideoPlayer, side: SideName) => void) => {
    for (const side of sideNames) {
      const player = players.current[side];
      if (player) does(player, side);
    }
  };
  return {
    refs,
    playing: now.playing,
    at: now,
    seek(time: number) {
      setNow((before) => ({ ...before, time }));
      each((player, side) => player.seek(Math.max(0, time + (side === 'right' ? offset.current : 0))));
    },
    toggle: () => each((player) => (now.playing ? player.pause() : player.play())),
  };
}

function useFilmRefs() {
  return { video: useRef<HTMLVideoElement>(null), frame: useRef<HTMLIFrameElement>(null) };
}

function playerOf(
  film: VideoHandle,
  refs: ReturnType<typeof useFilmRefs>,
  onFilm: Parameters<typeof createFilePlayer>[1],
) {
  if (film.player === 'file') return refs.video.current ? createFilePlayer(refs.video.current, onFilm) : undefined;
  return refs.frame.current ? createFramePlayer(refs.frame.current, film.player, onFilm) : undefined;
}

function seen({ left, right }: Players) {
  const [one, other] = [left?.state(), right?.state()];
  return {
    time: one?.time ?? 0,
    duration: Math.max(one?.duration ?? 0, other?.duration ?? 0),
    playing: (one?.playing || other?.playing) ?? false,
  };
}

/** The right film follows the left one. */
function keepStep({ left, right }: Players, offset: number): void {
  const [lead, follower] = [left?.state(), right?.state()];
  if (!right || !lead?.playing || !follower?.playing) return;
  const should = lead.time + offset;
  // A film that is over waits for the other.
  if (follower.duration > 0 && should > follower.duration) return;
  const step = correction(follower.time - should, { should, steady: right.steady });
  if ('seek' in step) right.seek(step.seek);
  else right.setRate(step.rate);
}
