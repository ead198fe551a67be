// How a tab's uploads stand before the first one, and which of their files have not come yet.
import type { MovingFile, UploadsState } from './uploads.ts';

export const noUploads: UploadsState = {
  files: [],
  isPaused: false,
  isHeld: false,
  problem: null,
  secondsLeft: null,
  unkept: [],
};

export function isOnItsWay({ state }: Pick<MovingFile, 'state'>): boolean {
  return state === 'waiting' || state === 'moving';
}
