// Names of saved files.
import { expect, test } from 'vitest';
import { fileName } from './save-file.ts';

test('is named after what it shows, in letters that every disk takes', () => {
  expect(fileName(['Lekki Palm Résidences', '2026-02-10', '', 'Swipe'], 'png', 'comparison')).toBe(
    'lekki-palm-residences_2026-02-10_swipe.png',
  );
  expect(fileName(['工地'], 'png', 'comparison')).toBe('comparison.png');
});
