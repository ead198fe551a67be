// The buttons, words and keys of measuring on a map.
import { Eraser, Ruler, SquareDashed } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import type { MeasureState } from './map-measure-interaction.ts';
import type { MapViewer } from './ol-map.ts';

type What = 'length' | 'area';

export type Measure = {
  what: What | null;
  words: string;
  choose: (what: What | null) => void;
  clear: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

export function useMeasure(stage: MapViewer | null): Measure {
  const [what, setWhat] = useState<What | null>(null);
  const [words, setWords] = useState('');
  const [measuring, setMeasuring] = useState<MeasureState>();
  useEffect(() => {
    if (!stage || !what) return;
    const begun = stage.measure(what, setWords);
    setMeasuring(begun);
    return () => {
      begun.stop();
      setMeasuring(undefined);
      setWords('');
    };
  }, [stage, what]);
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
  return { what, words, choose: setWhat, clear: () => measuring?.clear(), onKeyDown };
}

const tools = [
  { what: 'length', label: 'Measure length', icon: Ruler },
  { what: 'area', label: 'Measure area', icon: SquareDashed },
] as const;

export function MeasureButtons({ measure }: { measure: Measure }) {
  return tools.map(({ what, label, icon }) => {
    const isOn = measure.what === what;
    return (
      <IconButton
        key={what}
        size="sm"
        label={label}
        icon={icon}
        pressed={isOn}
        onClick={() => measure.choose(isOn ? null : what)}
      />
    );
  });
}

const names: Record<What, string> = { length: 'Length', area: 'Area' };

/** The cross is where Enter sets a point, for those without a mouse. */
export function MeasureResult({ measure }: { measure: Measure }) {
  if (!measure.what) return null;
  return (
    <>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 z-10 m-auto size-5 bg-[linear-gradient(#fff,#fff),linear-gradient(#fff,#fff)] bg-[length:1px_100%,100%_1px] bg-center bg-no-repeat opacity-80 mix-blend-difference"
      />
      <div className="absolute top-2 left-2 z-10 flex max-w-[calc(100%-1rem)] items-center gap-2 rounded-control bg-surface/95 py-1 pr-1 pl-3 shadow-raised">
        <output className="text-sm tabular-nums">
          {measure.words ? (
            <>
              {names[measure.what]}: <strong>{measure.words}</strong>
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
