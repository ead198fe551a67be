// How the checks of a visit are called, and what their verdicts mean in words.
import type { Check } from '#contract/checks.ts';

export const checkLabels: Record<Check['name'], string> = {
  links: 'Links',
  captureDates: 'Dates',
  positions: 'Place',
  count: 'Number of pictures',
  coverage: 'Viewpoints',
  blurred: 'Sharpness',
  dark: 'Brightness',
  alike: 'Repeats',
};

export const verdictWords: Record<Check['verdict'], string> = {
  fits: 'Fits',
  differs: 'Look at this',
  notChecked: 'Not checked',
};
