// What a page says of the company that runs it.
import { expect, it } from 'vitest';
import { parseSiteConfig } from './site-config.ts';

it('an unfilled page is Topout, without a demo', () => {
  for (const text of [undefined, '', '{}', '{"brand":']) {
    expect(parseSiteConfig(text)).toEqual({
      brand: { name: 'Topout', email: '', linkedin: '', instagram: '' },
      demo: false,
    });
  }
});

it('the company’s own words are taken', () => {
  const brand = { name: 'Skyline', email: 'hi@skyline.example', linkedin: 'https://l.example', instagram: '' };
  expect(parseSiteConfig(JSON.stringify({ brand, demo: true }))).toEqual({ brand, demo: true });
});
