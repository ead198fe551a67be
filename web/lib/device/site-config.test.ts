// What a page says of the company that runs it.
import { expect, it } from 'vitest';
import { readDeviceChoices } from '#contract/pages/device-choices.ts';
import { parseSiteConfig } from './site-config.ts';

it('an unfilled page is Topout, without a demo', () => {
  for (const text of [undefined, '', '{}', '{"brand":']) {
    expect(parseSiteConfig(text, { topout_theme: 'dark' })).toEqual({
      brand: { name: 'Topout', email: '', linkedin: '', instagram: '' },
      demo: false,
      device: { theme: 'dark', sidebar: null, sessions: 'grid', progress: 'grid', data: null, zone: null },
    });
  }
});

it('the company’s own words are taken', () => {
  const brand = { name: 'Skyline', email: 'hi@skyline.example', linkedin: 'https://l.example', instagram: '' };
  const written = { brand, demo: true, device: readDeviceChoices({ topout_zone: 'Africa/Lagos' }) };
  expect(parseSiteConfig(JSON.stringify(written), {})).toEqual(written);
});
