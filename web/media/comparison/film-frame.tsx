// One film: a player of its own for files, the host's player in a frame for the others.
import type { Ref } from 'react';
import type { Face } from './face.ts';
import { frameLook } from './tour-frame.tsx';

export type Film = Extract<Face, { is: 'film' }>;

type FilmFrameProps = {
  film: Film;
  title: string;
  videoRef?: Ref<HTMLVideoElement>;
  frameRef?: Ref<HTMLIFrameElement>;
};

export function FilmFrame({ film, title, videoRef, frameRef }: FilmFrameProps) {
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
  return <iframe ref={frameRef} {...frameLook} src={steerable(film)} title={title} />;
}

/** The address by which a host's player listens to us; it wants to know who speaks. */
export function steerable({ player, url }: Pick<Film, 'player' | 'url'>): string {
  const address = new URL(url);
  if (player === 'youtube') {
    address.searchParams.set('enablejsapi', '1');
    address.searchParams.set('origin', location.origin);
  }
  return address.href;
}
