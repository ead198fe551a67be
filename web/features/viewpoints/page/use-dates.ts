// Which dates of a viewpoint are shown: they follow the hand at once, and the address when the hand rests.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import type { useSearchParams } from '#web/lib/routing/search-params.ts';
import { urlDelayMs } from '#web/media/linked/comparison-params.ts';
import { nameOfVisit, type viewpointParams, visitNamed } from './viewpoint-params.ts';

type Params = ReturnType<typeof useSearchParams<typeof viewpointParams>>;
export type ViewpointState = Params[0];
export type SetViewpointState = Params[1];
type Name = 'date' | 'compare';

export function useDates(pictures: readonly ViewpointPicture[], [state, setState]: Params) {
  const date = useLagging('date', state, setState);
  const compare = useLagging('compare', state, setState);
  const nameAt = (index: number) => {
    const picture = pictures[index];
    return picture ? nameOfVisit(picture, pictures) : '';
  };
  /** The newest where the address names none. */
  const index = visitNamed(date.value, pictures) ?? pictures.length - 1;
  const compared = compare.value === '' ? undefined : visitNamed(compare.value, pictures);
  return {
    index,
    /** Undefined: one date is shown. */
    compared,
    nameAt,
    show: (to: number) => date.set(nameAt(to)),
    compareWith: (to: number) => compare.set(nameAt(to)),
    /** What waits to be written is written with the change, else it would come after it. */
    settle() {
      date.cancel();
      compare.cancel();
      return { date: date.value, compare: compare.value };
    },
  };
}

/** The latest name from outside or from inside, whichever changed last. */
function useLagging(name: Name, state: ViewpointState, setState: SetViewpointState) {
  const fromUrl = state[name];
  const [value, setValue] = useState(fromUrl);
  const [previous, setPrevious] = useState(fromUrl);
  if (previous !== fromUrl) {
    setPrevious(fromUrl);
    setValue(fromUrl);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = useCallback(() => clearTimeout(timer.current), []);
  useEffect(() => cancel, [cancel]);
  const set = useCallback(
    (next: string) => {
      setValue(next);
      cancel();
      timer.current = setTimeout(() => setState({ [name]: next }), urlDelayMs);
    },
    [name, setState, cancel],
  );
  return { value, set, cancel };
}
