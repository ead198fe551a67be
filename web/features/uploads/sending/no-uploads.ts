// How a tab's uploads stand before the first one.
import type { UploadsState } from './uploads.ts';

export const noUploads: UploadsState = {
  files: [],
  isPaused: false,
  isHeld: false,
  problem: null,
  secondsLeft: null,
  unkept: [],
};
