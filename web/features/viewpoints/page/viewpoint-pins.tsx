// Pins on the pictures of a viewpoint: on the one that is shown, or on the newer one of two that are compared.
import { type ComponentProps, useMemo, useState } from 'react';
import { getSession } from '#contract/sessions/endpoints.ts';
import type { ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import { PinDialogs } from '#web/features/disputes/pinning.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useDebouncedValue } from '#web/lib/page/use-debounced-value.ts';
import { PinningContext } from '#web/media/frame/pinning.ts';
import { ComparisonPins, PinBar } from '#web/media/pins/comparison-pins.tsx';
import { PinLayer } from '#web/media/pins/pin-layer.tsx';
import { contentRect, flatAreaSurface, type Surface } from '#web/media/pins/surface.ts';
import { type Pins, WithPins } from '#web/media/pins/use-pins.tsx';

export type ViewpointPinsProps = {
  picture: ViewpointPicture;
  /** False while another picture stands in its place, or it changes all the time. */
  isStill: boolean;
} & (
  | { as: 'photo' }
  | { as: 'panorama'; surface: Surface }
  | ({ as: 'comparison' } & Pick<ComponentProps<typeof ComparisonPins>, 'sides' | 'state' | 'finders'>)
);

/** Stepping through the dates fetches the pins of none of them. */
const restMs = 400;

export function ViewpointPins(props: ViewpointPinsProps) {
  const { picture, isStill } = props;
  const { sessionId, mediaKind, item } = picture;
  const name = isStill ? `${sessionId} ${item.id}` : '';
  const isRested = useDebouncedValue(name, restMs) === name && name !== '';
  const { data: session } = useApiQuery(getSession, { params: { id: sessionId } }, { enabled: isRested });
  if (!isRested || !session) return null;
  const pinning = { session, Dialogs: PinDialogs };
  if (props.as === 'comparison') {
    const { sides, state, finders } = props;
    return <ComparisonPins key={name} {...{ pinning, sides, state, finders }} />;
  }
  const { imageUrl, crop } = item;
  return (
    <PinningContext value={{ ...pinning, kind: mediaKind }}>
      <WithPins key={name} id={item.id} as={props.as} picture={imageUrl === null ? null : { src: imageUrl, crop }}>
        {(pins) => pins && <OnPicture pins={pins} of={props.as === 'panorama' ? props.surface : undefined} />}
      </WithPins>
    </PinningContext>
  );
}

/** A photo is measured where it lies. */
function OnPicture({ pins, of }: { pins: Pins; of: Surface | undefined }) {
  const [layer, setLayer] = useState<HTMLDivElement | null>(null);
  const surface = useMemo(() => of ?? (layer && photoSurface(layer)), [of, layer]);
  return (
    <div ref={setLayer} className="pointer-events-none absolute inset-0 z-10">
      <PinLayer pins={pins} surface={surface} />
      {surface && <PinBar pins={pins} className="top-2" />}
    </div>
  );
}

function photoSurface(layer: HTMLElement): Surface {
  const photo = () => layer.parentElement?.querySelector('img[draggable="false"]');
  return flatAreaSurface('photo', () => contentRect(photo(), layer));
}
