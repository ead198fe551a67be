// The views of two pictures and the address: what is seen is written once it stands still, and what a link or Back says is shown.
import { useEffect, useRef, useState } from 'react';
import type { ComparisonState, SetComparison } from './comparison-params.ts';
import { createLinkedViewport, type LinkedViewport } from './linked-viewport.ts';
import { initialViewport, noOffset, readView, writeView } from './viewport.ts';

/** Browsers refuse to have the address changed on every frame. */
const rest = 300;

type Written = Pick<ComparisonState, 'view' | 'shift'>;

/** `active`: the address speaks of pictures; else of a sphere or a map, which read it themselves. */
export function useViewportUrl({ view, shift }: Written, setState: SetComparison, active: boolean): LinkedViewport {
  const [views] = useState(() => createLinkedViewport({ left: initialViewport, shift: noOffset }));
  const written = useRef('');
  const said = JSON.stringify({ view, shift });
  useEffect(() => {
    if (!active || said === written.current) return;
    written.current = said;
    const from = JSON.parse(said) as Written;
    views.set({ left: readView(from.view, initialViewport), shift: readView(from.shift, noOffset) });
  }, [views, said, active]);
  useEffect(() => {
    if (!active) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      const now = { view: writeView(views.left(), initialViewport), shift: writeView(views.shift(), noOffset) };
      if (JSON.stringify(now) === written.current) return;
      written.current = JSON.stringify(now);
      setState(now);
    };
    const leave = views.hear(() => {
      clearTimeout(timer);
      timer = setTimeout(write, rest);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [views, setState, active]);
  return views;
}
