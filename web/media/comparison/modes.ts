// The four ways to compare two visits.
import { Blend, Columns2, type LucideIcon, SplitSquareHorizontal, ToggleLeft } from 'lucide-react';
import type { PairMode, SideName } from '#web/media/comparison-types.ts';

export type Mode = PairMode;
export const modes: readonly Mode[] = ['side', 'swipe', 'fade', 'blink'];

export type { SideName };
export const sideNames: readonly SideName[] = ['left', 'right'];

export function otherSide(side: SideName): SideName {
  return side === 'left' ? 'right' : 'left';
}

export const modeLabels: Record<Mode, { label: string; icon: LucideIcon; keys: readonly string[] }> = {
  side: { label: 'Side by side', icon: Columns2, keys: ['1', 's'] },
  swipe: { label: 'Swipe', icon: SplitSquareHorizontal, keys: ['2', 'w'] },
  fade: { label: 'Fade', icon: Blend, keys: ['3', 'f'] },
  blink: { label: 'Blink', icon: ToggleLeft, keys: ['4', 'b'] },
};

/** The mode that a key stands for; undefined for any other key. */
export function modeOfKey(key: string): Mode | undefined {
  return modes.find((mode) => modeLabels[mode].keys.includes(key));
}
