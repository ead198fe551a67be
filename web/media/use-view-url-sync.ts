// The view of a sphere or a map as an address holds it: told when it has come to rest, followed when it changes from outside.
import { useCallback, useEffect, useRef } from 'react';

type Stage<View> = { view(): View; look(view: View): void };

type Wish<View> = {
  view?: View | undefined;
  onView?: ((view: View) => void) | undefined;
  /** As exact as an address needs it. */
  round: (view: View) => View;
};

/** Addresses change when a view has stood still for so long, not on every frame (browsers refuse more). */
const restMs = 250;

/** Answers whom to tell of every movement. Goes where `view` says, unless that only repeats what was told. */
export function useViewUrlSync<View>(
  stage: Stage<View> | null,
  { view, onView, round }: Wish<View>,
): (view: View) => void {
  const told = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useRef(onView);
  useEffect(() => {
    tell.current = onView;
  });
  useEffect(() => {
    if (!stage || !view) return;
    const wished = JSON.stringify(round(view));
    if (wished !== told.current && wished !== JSON.stringify(round(stage.view()))) stage.look(view);
  }, [stage, view, round]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (moved) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const rested = round(moved);
        told.current = JSON.stringify(rested);
        tell.current?.(rested);
      }, restMs);
    },
    [round],
  );
}
