// Cookies are what anybody wrote: only what there is to choose is taken.
import { expect, it } from 'vitest';
import { readDeviceChoices } from './device-choices.ts';

const nothing = { theme: null, sidebar: null, sessions: 'grid', progress: 'grid', data: null, zone: null };

it('a new device has chosen nothing', () => {
  expect(readDeviceChoices({})).toEqual(nothing);
});

it('what was chosen is read', () => {
  const cookies = {
    topout_theme: 'dark',
    topout_sidebar: 'folded',
    topout_sessions: 'list',
    topout_data: 'saved',
    topout_zone: 'Africa/Lagos',
  };
  expect(readDeviceChoices(cookies)).toEqual({
    ...nothing,
    theme: 'dark',
    sidebar: 'folded',
    sessions: 'list',
    data: 'saved',
    zone: 'Africa/Lagos',
  });
});

it('strange values count as none', () => {
  for (const strange of ['', 'Mars/Olympus', '"><script>', 'x'.repeat(5000), '__proto__', 'UTC\u0000'])
    expect(
      readDeviceChoices({
        topout_theme: strange,
        topout_sidebar: strange,
        topout_sessions: strange,
        topout_data: strange,
        topout_zone: strange,
      }),
    ).toEqual(nothing);
});
