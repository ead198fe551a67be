// What lies on two things that are shown together: which is which, and the divider between them.
import type { ReactNode } from 'react';
import { Divider } from './divider.tsx';
import type { Mode, SideName } from './modes.ts';
import { SideLabel } from './side-label.tsx';

export type OverlayProps = {
  titles: Record<SideName, string>;
  /** The same, short enough to be written on the pictures. */
  labels: Record<SideName, string>;
  mode: Mode;
  at: number;
  onAt: (at: number) => void;
  fade: number;
  shown: SideName;
  children: ReactNode;
};

/** Side by side the parts carry their own names. */
export function Overlay({ titles, labels, mode, at, onAt, fade, shown, children }: OverlayProps) {
  return (
    <div className="relative isolate size-full">
      {children}
      {mode === 'blink' && <SideLabel side={shown} title={labels[shown]} />}
      {(mode === 'swipe' || mode === 'fade') && (
        <>
          <SideLabel paired side="left" title={labels.left} faint={mode === 'fade' && fade > 95} />
          <SideLabel paired side="right" title={labels.right} end faint={mode === 'fade' && fade < 5} />
        </>
      )}
      {mode === 'swipe' && <Divider at={at} titles={titles} onMove={onAt} />}
    </div>
  );
}
