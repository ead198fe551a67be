// One equirectangular picture as a sphere that a person looks around in.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { classNames } from '#web/lib/class-names.ts';
import { SphereBox } from './sphere-box.tsx';
import type { SphereStage } from './sphere-stage.ts';
import { isSameSphere, roundedSphere, type SphereView, sphereStart } from './sphere-view.ts';

type SphereProps = {
  item: MediaItem;
  /** Names it for screen readers: project, site, date. */
  title: string;
  /** Its height is the caller's; without one it is as high as the media viewer allows. */
  className?: string | undefined;
  /** Where to look; a change from outside turns it there. */
  view?: SphereView | undefined;
  /** Told, rounded, when it has come to rest. */
  onView?: ((view: SphereView) => void) | undefined;
};

export function Sphere({ item, title, className, view, onView }: SphereProps) {
  const [stage, setStage] = useState<SphereStage | null>(null);
  const onMove = useAtRest(stage, { view, onView });
  return (
    <SphereBox
      item={item}
      title={title}
      start={view ?? sphereStart}
      onStage={setStage}
      onMove={onMove}
      className={classNames('rounded-card', className ?? 'h-[600px] max-h-[75dvh]')}
    />
  );
}

/** Addresses change when a view has stood still for so long, not on every frame (browsers refuse more). */
const restMs = 250;

type Told = Pick<SphereProps, 'view' | 'onView'>;

/** Tells views at rest, and goes where `view` says unless it only repeats what was told. */
export function useAtRest(stage: SphereStage | null, { view, onView }: Told): (view: SphereView) => void {
  const told = useRef<SphereView>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useRef(onView);
  useEffect(() => {
    tell.current = onView;
  });
  useEffect(() => {
    const isEcho = view && told.current && isSameSphere(view, told.current);
    if (stage && view && !isEcho && !isSameSphere(view, stage.view())) stage.look(view);
  }, [stage, view]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((moved) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      told.current = roundedSphere(moved);
      tell.current?.(told.current);
    }, restMs);
  }, []);
}
