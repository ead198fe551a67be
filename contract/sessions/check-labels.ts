// How the checks of a visit are called.
import type { CheckName } from './checks.ts';

export const checkLabels: Record<CheckName, string> = {
  links: 'Links',
  captureDates: 'Dates',
  positions: 'Place',
  count: 'Number of pictures',
  coverage: 'Viewpoints',
  blurred: 'Sharpness',
  dark: 'Brightness',
  alike: 'Repeats',
};
