// Looks, once, at the pin that the address names: as soon as both the viewer and the pin are there.
import { useEffect, useEffectEvent, useRef } from 'react';
import type { AnchorPlace } from '#contract/disputes/anchors.ts';
import type { Pins } from './use-pins.tsx';

/** `look`: null until the viewer can be moved. */
export function useNamedPlace(pins: Pins | null, look: ((place: AnchorPlace) => void) | null): void {
  const looked = useRef<number>(undefined);
  const named = pins?.pins.find(({ anchor }) => anchor.id === pins.named)?.anchor;
  const act = useEffectEvent((place: AnchorPlace) => look?.(place));
  const isReady = look !== null;
  useEffect(() => {
    if (!named || !isReady || looked.current === named.id) return;
    looked.current = named.id;
    act(named.place);
  }, [named, isReady]);
}
