// What of a comparison stands in the address, so that a link shows again exactly what was seen.
import { useCallback, useEffect, useRef, useState } from 'react';
import { mediaKinds } from '#contract/media/endpoints.ts';
import { param, type useSearchParams } from '#web/lib/routing/search-params.ts';

/** Browsers refuse to have the address changed on every frame. */
export const urlDelayMs = 250;

/** A percentage, 50 where it is missing or beyond its limits. */
function percent(text: string | null): number {
  const value = text ? Number(text) : Number.NaN;
  return value >= 0 && value <= 100 ? value : 50;
}

/** A few finite numbers, written 0.5,0.25,2; none where one of them is not. */
function numbers(max: number) {
  return (text: string | null): readonly number[] => {
    const values = text ? text.split(',').map(Number) : [];
    return values.length <= max && values.every(Number.isFinite) ? values : [];
  };
}

/** The sides are named by where they stand; a picture by the id of its item. Places and sizes are numbers of the view that is shown. */
export const comparisonParams = {
  mode: param.oneOf(['side', 'swipe', 'fade', 'blink'], 'side'),
  left: param.maybe(mediaKinds),
  right: param.maybe(mediaKinds),
  leftItem: param.text(),
  rightItem: param.text(),
  unlocked: param.flag(),
  /** The pictures are shown as they were taken. */
  unaligned: param.flag(),
  /** Where the divider of 'swipe' stands, in percent from the left. */
  at: percent,
  /** How much of the right picture 'fade' shows, in percent. */
  fade: percent,
  shown: param.oneOf(['left', 'right'], 'left'),
  view: numbers(8),
  /** How the right view stands to the left one, where they were set apart. */
  shift: numbers(3),
};

type Params = ReturnType<typeof useSearchParams<typeof comparisonParams>>;
export type ComparisonState = Params[0];
export type SetComparison = Params[1];

/** The latest value from outside or from inside, whichever changed last. */
export function useLatest<Value>(fromUrl: Value) {
  const [value, setValue] = useState(fromUrl);
  const [previous, setPrevious] = useState(fromUrl);
  if (previous !== fromUrl) {
    setPrevious(fromUrl);
    setValue(fromUrl);
  }
  return [value, setValue] as const;
}

/** A parameter that follows the hand at once, and is written to the address once the hand rests; `cancel`: what waits is not written. */
export function useLaggingParam<Name extends string, Value>(
  name: Name,
  fromUrl: Value,
  setState: (changes: Record<Name, Value>) => void,
) {
  const [value, setValue] = useLatest(fromUrl);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = useCallback(() => clearTimeout(timer.current), []);
  useEffect(() => cancel, [cancel]);
  // What waits belongs to the entry that is left: written after Back it would change another one.
  useEffect(() => {
    const leave = () => {
      cancel();
      setValue(fromUrl);
    };
    addEventListener('popstate', leave);
    return () => removeEventListener('popstate', leave);
  }, [cancel, fromUrl, setValue]);
  const set = useCallback(
    (next: Value) => {
      setValue(next);
      cancel();
      timer.current = setTimeout(() => setState({ [name]: next } as Record<Name, Value>), urlDelayMs);
    },
    [name, setState, cancel, setValue],
  );
  return { value, set, cancel };
}
