// The claims about the sites on which a shared page may be embedded.
import { expect, test } from 'vitest';
import { siteOrigin, splitSites } from './embed-site.ts';

test('a site is kept as its origin, whatever of its address was typed', () => {
  for (const typed of [
    'https://www.Example.com/homes?x=1#y',
    'www.example.com',
    ' www.example.com/ ',
    'www.example.com/homes',
  ])
    expect(siteOrigin(typed)).toBe('https://www.example.com');
  expect(siteOrigin('example.com:8443')).toBe('https://example.com:8443');
  expect(siteOrigin('https://example.com:443')).toBe('https://example.com');
  expect(siteOrigin('xn--bro-hoa.example')).toBe('https://xn--bro-hoa.example');
});

test('what is no site with https, or could open a frame to more than one, is none', () => {
  const none = [
    '',
    ' ',
    '*',
    'https://*.example.com',
    '*.example.com',
    'http://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
  ];
  const more = [
    'https://',
    'localhost',
    'büro.example',
    'https://10.0.0.1',
    'https://[::1]',
    'https://a:b@example.com',
    "'self'",
    'example.com; script-src *',
  ];
  for (const typed of [...none, ...more]) expect([typed, siteOrigin(typed)]).toEqual([typed, null]);
});

test('several are typed into one field, with spaces, commas or lines between them', () => {
  expect(splitSites('a.example, b.example\nc.example;d.example ')).toEqual([
    'a.example',
    'b.example',
    'c.example',
    'd.example',
  ]);
  expect(splitSites('')).toEqual([]);
});
