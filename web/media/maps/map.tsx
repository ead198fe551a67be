// One orthomosaic as a map: moved, zoomed and measured in the browser.
import { Eraser, Ruler, SquareDashed } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { PinButtons } from '#web/media/pins/pin-buttons.tsx';
import { PinLayer, useNamedPlace } from '#web/media/pins/pin-layer.tsx';
import type { PlaceFinder, Surface } from '#web/media/pins/surface.ts';
import { type Pins, WithPins } from '#web/media/pins/use-pins.tsx';
import { IconButton } from '#web/ui/controls/button.tsx';
import { MapButtons, MapCanvas } from './map-canvas.tsx';
import type { MeasureState } from './map-measure-interaction.ts';
import type { MapViewer } from './ol-map.ts';
import { mapPlaces } from './ol-map.ts';

type OrthomosaicProps = {
  item: MediaItem;
  /** Names it for screen readers: project, site, date. */
  title: string;
  className: string;
};

export function Orthomosaic(props: OrthomosaicProps) {
  return (
    <WithPins id={props.item.id} as="map" picture={null}>
      {(pins) => <MapWithPins {...props} pins={pins} />}
    </WithPins>
  );
}

function MapWithPins({ item, title, className, pins }: OrthomosaicProps & { pins: Pins | null }) {
  const [viewer, setViewer] = useState<MapViewer | null>(null);
  const measure = useMeasure(viewer);
  const isOnEarth = viewer?.coordinates === 'earth';
  const surface = useMemo((): (Surface & PlaceFinder) | null => {
    const places = viewer && mapPlaces(viewer);
    return places && { kind: 'map', ...places };
  }, [viewer]);
  useNamedPlace(pins, surface?.analyzePicture ?? null);
  return (
    <MapCanvas item={item} title={title} onViewer={setViewer} onKeyDown={measure.onKeyDown} className={className}>
      {isOnEarth && <MeasureResult measure={measure} />}
      {pins && <PinLayer pins={pins} surface={surface} />}
      <MapButtons viewer={viewer}>
        {pins && surface && <PinButtons pins={pins} size="sm" />}
        {isOnEarth && <MeasureButtons measure={measure} />}
      </MapButtons>
    </MapCanvas>
  );
}

type Quantity = 'length' | 'area';

type Measure = ReturnType<typeof useMeasure>;

function useMeasure(viewer: MapViewer | null) {
  const [quantity, setQuantity] = useState<Quantity | null>(null);
  const [result, setResult] = useState('');
  const [measuring, setMeasuring] = useState<MeasureState>();
  useEffect(() => {
    if (!viewer || !quantity) return;
    const started = viewer.measure(quantity, setResult);
    setMeasuring(started);
    return () => {
      started.stop();
      setMeasuring(undefined);
      setResult('');
    };
  }, [viewer, quantity]);
  function onKeyDown(event: KeyboardEvent) {
    if (!measuring) return;
    if (event.key === 'Enter') measuring.addMiddle();
    else if (event.key === ' ') measuring.finish();
    else if (event.key === 'Escape') measuring.clear();
    else return;
    event.preventDefault();
    // A dialog around the map would take Escape for itself.
    event.stopPropagation();
  }
  return { quantity, result, choose: setQuantity, clear: () => measuring?.clear(), onKeyDown };
}

const tools = [
  { quantity: 'length', label: 'Measure length', icon: Ruler },
  { quantity: 'area', label: 'Measure area', icon: SquareDashed },
] as const;

function MeasureButtons({ measure }: { measure: Measure }) {
  return tools.map(({ quantity, label, icon }) => {
    const isOn = measure.quantity === quantity;
    return (
      <IconButton
        size="sm"
        key={quantity}
        label={label}
        icon={icon}
        pressed={isOn}
        onClick={() => measure.choose(isOn ? null : quantity)}
      />
    );
  });
}

const names: Record<Quantity, string> = { length: 'Length', area: 'Area' };

/** The cross is where Enter sets a point, for those without a mouse. */
function MeasureResult({ measure }: { measure: Measure }) {
  if (!measure.quantity) return null;
  return (
    <>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 z-10 m-auto size-5 bg-[linear-gradient(#fff,#fff),linear-gradient(#fff,#fff)] bg-[length:1px_100%,100%_1px] bg-center bg-no-repeat opacity-80 mix-blend-difference"
      />
      <div
        data-controls=""
        className="absolute top-2 left-2 z-10 flex max-w-[calc(100%-1rem)] items-center gap-2 rounded-control bg-surface/95 py-1 pr-1 pl-3 shadow-raised"
      >
        <output className="text-sm tabular-nums">
          {measure.result ? (
            <>
              {names[measure.quantity]}: <strong>{measure.result}</strong>
            </>
          ) : (
            <>
              Set point after point, the last one twice.
              <span className="pointer-coarse:hidden"> Keys: Enter at the cross, Space ends, Escape clears.</span>
            </>
          )}
        </output>
        <IconButton size="sm" label="Clear measurement" icon={Eraser} onClick={measure.clear} />
      </div>
    </>
  );
}
