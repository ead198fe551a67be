// The buttons of pins over what has no bar of its own for them.
import { classNames } from '#web/lib/format/class-names.ts';
import { PinButtons } from './pin-buttons.tsx';
import type { Pins } from './use-pins.tsx';

/** `className`: how far from the top, beneath what stands there. */
export function PinBar({ pins, className }: { pins: Pins; className: string }) {
  return (
    <div
      data-controls=""
      className={classNames(
        'pointer-events-auto absolute right-2 z-10 flex max-w-[calc(100%-1rem)] flex-wrap justify-end gap-1 rounded-control bg-surface/90 p-1 shadow-raised empty:hidden print:hidden',
        className,
      )}
    >
      <PinButtons pins={pins} size="sm" />
    </div>
  );
}
