// The player of a video that concerns can be pinned to: our own, or a host's that reports its time; and its picture as a surface.
import { useEffect, useState } from 'react';
import {
  createFilePlayer,
  createFramePlayer,
  hostOrigins,
  type PlayerHost,
  type VideoPlayer,
} from '#web/media/linked/video-player.ts';
import { contentRect, flatSurface, type Point, type Surface } from './surface.ts';

export type FilmPlayer = { player: VideoPlayer; element: HTMLVideoElement | HTMLIFrameElement };

const hosts = Object.keys(hostOrigins) as PlayerHost[];

function playerOf(element: Element | null | undefined): FilmPlayer | null {
  if (element instanceof HTMLVideoElement) return { player: createFilePlayer(element), element };
  if (!(element instanceof HTMLIFrameElement)) return null;
  const host = hosts.find((each) => hostOrigins[each].some((origin) => element.src.startsWith(`${origin}/`)));
  return host ? { player: createFramePlayer(element, host), element } : null;
}

/** Null until it reports its time; a host that never does has none. */
export function useFilmPlayer(box: HTMLElement | null): FilmPlayer | null {
  const [found, setFound] = useState<FilmPlayer | null>(null);
  useEffect(() => {
    const film = playerOf(box?.querySelector('video, iframe'));
    if (!film) return;
    const look = () => film.player.state().ready && setFound(film);
    const stop = film.player.onChange(look);
    look();
    return () => {
      stop();
      film.player.destroy();
      setFound(null);
    };
  }, [box]);
  return found;
}

/** A pin is visible for this many seconds before and after its own. */
const around = 1.5;
const aboveControls = 72;

/** In another host's frame only the time is available. */
export function filmSurface({ player, element }: FilmPlayer): Surface {
  const rect = () => contentRect(element, element.parentElement);
  const picture = flatSurface('film', rect);
  const unplaced = (): Point | null => {
    const at = rect();
    return at && { x: at.left + at.width / 2, y: at.top + at.height - aboveControls };
  };
  return {
    kind: 'film',
    pointOf(place) {
      const { second, x } = place;
      if (second === undefined || Math.abs(player.state().time - second) > around) return null;
      return x === undefined ? unplaced() : picture.pointOf(place);
    },
    placeAt(point) {
      const place = picture.placeAt(point);
      return place && { ...place, second: player.state().time };
    },
  };
}
