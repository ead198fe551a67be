// One film: a player of its own for files, the host's player in a frame for the others, which loads when it is asked for.
import { Play } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { ClickToLoad } from '#web/media/click-to-load.tsx';
import { Embed } from '#web/media/embed.tsx';
import type { Viewable } from './viewable.ts';

export type VideoHandle = Extract<Viewable, { is: 'film' }>;

type FilmFrameProps = {
  film: VideoHandle;
  title: string;
  videoRef?: Ref<HTMLVideoElement>;
  frameRef?: Ref<HTMLIFrameElement>;
};

export function VideoFrame({ film, title, videoRef, frameRef }: FilmFrameProps) {
  if (film.player === 'file')
    return (
      // biome-ignore lint/a11y/useMediaCaption: films of a building site come without words.
      <video
        ref={videoRef}
        src={film.url}
        aria-label={title}
        controls
        playsInline
        preload="metadata"
        className="size-full bg-black"
      />
    );
  return (
    <div className="relative size-full bg-black">
      <Embed ref={frameRef} src={isControllable(film)} title={title} />
    </div>
  );
}

/** Nothing of another host loads before somebody asks for it; `word` says what they ask for. */
export function LoadOnDemand({ films, word, children }: { films: VideoHandle[]; word: string; children: ReactNode }) {
  const [asked, setAsked] = useState(false);
  if (asked || films.every(({ player }) => player === 'file')) return children;
  return (
    <div className="relative size-full bg-sunken">
      <ClickToLoad label={`Load ${word}`} icon={Play} still={null} bytes={null} onOpen={() => setAsked(true)} />
    </div>
  );
}

/** The address by which a host's player listens to us; it wants to know who speaks. */
export function isControllable({ player, url }: Pick<VideoHandle, 'player' | 'url'>): string {
  const address = new URL(url);
  if (player === 'youtube') {
    address.searchParams.set('enablejsapi', '1');
    address.searchParams.set('origin', location.origin);
  }
  return address.href;
}
