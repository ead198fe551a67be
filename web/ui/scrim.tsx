// The shade between a picture and the words that lie on it, so that they read on any picture.
import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';

export function Scrim({ at = 'bottom', children }: { at?: 'bottom' | 'top' | undefined; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'absolute inset-x-0 block from-black/85 via-black/65 to-transparent p-3 text-white',
        at === 'bottom' ? 'bottom-0 bg-linear-to-t pt-10' : 'top-0 bg-linear-to-b pb-10',
      )}
    >
      {children}
    </span>
  );
}
