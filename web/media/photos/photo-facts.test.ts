// What photos say of themselves.
import { describe, expect, it } from 'vitest';
import { photoFacts, placeText, takenAt } from './photo-facts.ts';

describe('the facts of a photo', () => {
  const place = { latitude: 6.4321, longitude: 3.45678, altitude: 86.6, heading: 44 };

  it('are when, with what and where', () => {
    expect(photoFacts({ capturedAt: '2026-11-14T14:05:59', camera: 'DJI M3E' })).toEqual([
      'Taken November 14, 2026 at 14:05',
      'DJI M3E',
    ]);
    expect(placeText(place)).toBe('6.43210, 3.45678, 87 m above the sea, facing north-east');
  });

  it('do not say the day of the visit again', () => {
    expect(takenAt('2026-11-14T09:30:00', '2026-11-14')).toBe('Taken at 09:30');
    expect(takenAt('2026-11-13T09:30:00', '2026-11-14')).toBe('Taken November 13, 2026 at 09:30');
  });

  it('are none where the photo says nothing', () => {
    expect(photoFacts({})).toEqual([]);
  });

  it('name the wind all round', () => {
    const facing = (heading: number) => placeText({ ...place, altitude: null, heading }).split('facing ')[1];
    expect([0, 359, -90, 180, 337.4, 337.6].map(facing)).toEqual([
      'north',
      'north',
      'west',
      'south',
      'north-west',
      'north',
    ]);
    expect(placeText({ latitude: 1, longitude: -2, altitude: null, heading: null })).toBe('1.00000, -2.00000');
  });
});
