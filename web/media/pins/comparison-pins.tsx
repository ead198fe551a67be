// Concerns about two pictures together: pinned to the newer one, with the older one and the way they were compared.
import { useMemo, useState } from 'react';
import type { ComparisonState } from '#web/media/comparison/comparison-params.ts';
import type { Side } from '#web/media/comparison/sides.ts';
import type { Pair } from '#web/media/linked-viewer.ts';
import { PinButtons } from './pin-buttons.tsx';
import { PinLayer } from './pin-layer.tsx';
import { type ComparisonPinning, PinningContext } from './pinning.ts';
import { contentRect, flatSurface, type Surface } from './surface.ts';
import { WithPins } from './use-pins.tsx';

type ComparisonPinsProps = { pinning: ComparisonPinning; sides: Pair<Side>; state: ComparisonState };

export function ComparisonPins({ pinning, sides: { left, right }, state }: ComparisonPinsProps) {
  const [layer, setLayer] = useState<HTMLDivElement | null>(null);
  const surface = useMemo(() => (layer ? pairSurface(layer) : null), [layer]);
  if (!left.item || !right.item || right.kind === undefined) return null;
  const { mode, view, shift } = state;
  const extra = {
    other: { sessionId: left.visit.id, file: left.item.id },
    mode,
    ...(view.length > 0 && { view: [...view] }),
    ...(shift.length > 0 && { shift: [...shift] }),
  };
  const picture = right.item.imageUrl === null ? null : { src: right.item.imageUrl };
  return (
    <PinningContext value={{ ...pinning, kind: right.kind }}>
      <WithPins id={right.item.id} as="comparison" picture={picture} extra={extra}>
        {(pins) =>
          pins && (
            <div ref={setLayer} className="pointer-events-none absolute inset-0 z-10">
              <PinLayer pins={pins} surface={surface} />
              <div className="pointer-events-auto absolute bottom-2 left-2 z-10 flex gap-1 rounded-control bg-surface/90 p-1 shadow-raised print:hidden empty:hidden">
                <PinButtons pins={pins} size="sm" />
              </div>
            </div>
          )
        }
      </WithPins>
    </PinningContext>
  );
}

/** The photos lie in their order: the older one first. Side by side a tap into either half is a place; pins stand in the newer one. */
function pairSurface(layer: HTMLElement): Surface {
  const photos = () => Array.from(layer.parentElement?.querySelectorAll('img[draggable="false"]') ?? []);
  const newer = flatSurface('comparison', () => contentRect(photos()[1], layer));
  const older = flatSurface('comparison', () => contentRect(photos()[0], layer));
  return { ...newer, placeAt: (point) => newer.placeAt(point) ?? older.placeAt(point) };
}
