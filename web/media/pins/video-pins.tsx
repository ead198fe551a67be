// Concerns about moments of a video: pinned while it plays, listed below it, each leading to its second.

import { MapPin, MapPinOff, Play } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { type AnchorPlace, videoTime } from '#contract/disputes/anchors.ts';
import { disputeStatusLabels, type Pin } from '#contract/disputes/endpoints.ts';
import {
  createFilePlayer,
  createFramePlayer,
  hostOrigins,
  type PlayerHost,
  type VideoPlayer,
} from '#web/media/linked/video-player.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { purposeIcons, purposeLabels } from './pin-buttons.tsx';
import { PinLayer, useNamedPlace } from './pin-layer.tsx';
import { contentRect, flatSurface, type Point, type Surface } from './surface.ts';
import { type Pins, type Purpose, WithPins } from './use-pins.tsx';

// The player of a video that concerns can be pinned to: our own, or a host's that reports its time; and its picture as a surface.
export type ElementPlayer = { player: VideoPlayer; element: HTMLVideoElement | HTMLIFrameElement };

const hosts = Object.keys(hostOrigins) as PlayerHost[];

function playerOf(element: Element | null | undefined): ElementPlayer | null {
  if (element instanceof HTMLVideoElement) return { player: createFilePlayer(element), element };
  if (!(element instanceof HTMLIFrameElement)) return null;
  const host = hosts.find((each) => hostOrigins[each].some((origin) => element.src.startsWith(`${origin}/`)));
  return host ? { player: createFramePlayer(element, host), element } : null;
}

/** Null until it reports its time; a host that never does has none. */
export function useElementPlayer(box: HTMLElement | null): ElementPlayer | null {
  const [found, setFound] = useState<ElementPlayer | null>(null);
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
export function videoSurface({ player, element }: ElementPlayer): Surface {
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

type VideoPinsProps = {
  /** Of the file, or of the link that its host plays. */
  id: string;
  poster: string | null;
  /** The element around the player. */
  box: HTMLElement | null;
};

export function VideoPins({ id, poster, box }: VideoPinsProps) {
  const film = useElementPlayer(box);
  return (
    <WithPins id={id} as="film" picture={poster === null ? null : { src: poster }}>
      {(pins) => pins && film && <OnVideo pins={pins} film={film} />}
    </WithPins>
  );
}

function OnVideo({ pins, film }: { pins: Pins; film: ElementPlayer }) {
  const { player, element } = film;
  const surface = useMemo(() => videoSurface(film), [film]);
  const seek = ({ second }: AnchorPlace) => {
    if (second === undefined) return;
    player.seek(second);
    player.pause();
  };
  useNamedPlace(pins, seek);
  /** In another host's player, points of the picture are unavailable. */
  const point = (purpose: Purpose) => {
    player.pause();
    if (player.steady) pins.begin(purpose);
    else pins.set(surface, { second: player.state().time }, purpose);
  };
  return (
    <>
      {player.steady &&
        element.parentElement &&
        createPortal(<PinLayer pins={pins} surface={surface} />, element.parentElement)}
      <div className="flex flex-wrap gap-2">
        {pins.purposes.map((is) => (
          <Button key={is} icon={purposeIcons[is]} onClick={() => point({ is })}>
            {purposeLabels[is]}
          </Button>
        ))}
        {/* In the player of another host no pin is drawn. */}
        {player.steady && pins.all.length > 0 && (
          <Button
            icon={pins.isShown ? MapPin : MapPinOff}
            aria-pressed={pins.isShown}
            onClick={() => pins.setShown(!pins.isShown)}
          >
            Pins
          </Button>
        )}
      </div>
      {pins.all.length > 0 && (
        <ul aria-label="Concerns about this video" className="grid gap-2">
          {pins.all.map((pin) => (
            <li key={pin.disputeId} className="flex flex-wrap items-center gap-2">
              <Moment pin={pin} pins={pins} onSeek={seek} onMove={point} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type MomentProps = {
  pin: Pin;
  pins: Pins;
  onSeek: (place: AnchorPlace) => void;
  onMove: (purpose: Purpose) => void;
};

function Moment({ pin, pins, onSeek, onMove }: MomentProps) {
  const { disputeId, status, reason, mayMove, anchor } = pin;
  return (
    <>
      <Button size="sm" icon={Play} onClick={() => onSeek(anchor.place)}>
        {videoTime(anchor.place.second ?? 0)}
      </Button>
      <span className="wrap-anywhere min-w-0 flex-1 basis-48 text-sm">
        Concern {disputeId}, {disputeStatusLabels[status]}: {reason.slice(0, 80)}
      </span>
      <Button size="sm" onClick={() => pins.openDetails(disputeId)}>
        Open concern
      </Button>
      {mayMove && (
        <Button size="sm" onClick={() => onMove({ is: 'move', disputeId })}>
          Move pin
        </Button>
      )}
    </>
  );
}
