// The pictures before and after those shown are fetched while nothing else is to do, unless data are dear.
import { useEffect } from 'react';
import { prefersReducedData } from '#web/lib/network-info.ts';
import { neighbour } from './match-image.ts';
import { type SideName, sideNames } from './modes.ts';
import { sized } from './picture-layer.tsx';
import type { Side } from './sides.ts';

export function usePreload(sides: Record<SideName, Side>): void {
  const near = sideNames.flatMap((side) => neighbours(sides[side])).join('\n');
  useEffect(() => {
    if (near === '' || prefersReducedData()) return;
    // Safari knows no idle callback.
    const later = window.requestIdleCallback ?? ((does: () => void) => window.setTimeout(does, 1500));
    const forget = window.cancelIdleCallback ?? window.clearTimeout;
    const asked = later(() => {
      for (const address of near.split('\n')) Object.assign(new Image(), { fetchPriority: 'low', src: address });
    });
    return () => forget(asked);
  }, [near]);
}

/** The next one only: few go backwards. */
function neighbours({ face, items, item }: Side): string[] {
  const next = face?.is === 'picture' && items.length > 1 ? neighbour(items, item?.id, 1) : undefined;
  return next?.imageUrl ? [sized(next, 's800')] : [];
}
