// A page of its parts: nothing that somebody wrote can leave its place.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDeviceChoices } from '#contract/pages/device-choices.ts';
import type { PageRender } from '#contract/pages/page-render.ts';
import { dataIn, makeBuiltPages } from '#server/test-support/built-pages.ts';
import { createPageHtml, type PageParts } from './page-html.ts';

const brand = { name: 'Obi & <Sons>', email: '', linkedin: '', instagram: '' };
const start: PageRender = {
  path: '/sessions',
  search: '',
  site: { brand, demo: false, device: readDeviceChoices({}) },
  preloaded: null,
};
const rendered = { body: '<h1>Users</h1>', title: 'Users · Obi', links: '<link rel="preload" href="/p">', missing: [] };

let folder: string;
type Parts = Omit<PageParts, 'holdsStyles'> & Partial<PageParts>;
let pageHtml: (parts: Parts) => string;

beforeAll(() => {
  folder = makeBuiltPages();
  const { html } = createPageHtml(folder);
  pageHtml = (parts) => html({ holdsStyles: true, ...parts });
});

afterAll(() => rmSync(folder, { recursive: true }));

test('what was rendered stands in its place, marked as waiting, before the data', () => {
  const html = pageHtml({ start, rendered, title: 'Users', source: 'features/sessions/list/sessions-page.tsx' });
  expect(html).toContain('<title>Users · Obi</title><link rel="preload" href="/p">');
  expect(html).toContain('<link rel="expect" href="#site-config" blocking="render"><script type="module"');
  expect(html).toContain('data-files="application.js sessions-page.js list.js"');
  expect(html).toContain('<div id="root" data-waiting="scripts"><h1>Users</h1></div><script type="application/json"');
});

test('a page that could not be rendered is empty, with its title escaped', () => {
  const html = pageHtml({ start, rendered: null, title: 'Users' });
  expect(html).toContain('<title>Users · Obi &amp; &lt;Sons&gt;</title>');
  expect(html).toContain('<div id="root"></div>');
});

test('the Latin of the typeface is asked for before the styles, but not where data are saved', () => {
  const saver = { ...start, site: { ...start.site, device: { ...start.site.device, data: 'saved' as const } } };
  for (const holdsStyles of [true, false]) {
    const html = pageHtml({ start, rendered, title: '', holdsStyles });
    const asked = html.indexOf('<link rel="preload" as="font" type="font/woff2" crossorigin href="/latin.woff2">');
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(html.search(/<link rel="stylesheet"|<style data-file/));
    expect(html).toContain('<style data-typeface>@font-face{font-family:I;src:url(/latin.woff2)}</style>');
    expect(pageHtml({ start: saver, rendered, title: '', holdsStyles })).not.toContain('latin.woff2');
  }
});

test('a device without the styles gets them within the page, and the rest of the typeface later', () => {
  const linked = pageHtml({ start, rendered, title: '' });
  expect(linked).toContain('<link rel="stylesheet" crossorigin href="/assets/index-1.css">');
  expect(linked).toContain('<style data-fonts>@font-face{font-family:I;src:url(/i.woff2)}</style>');
  const saver = { ...start, site: { ...start.site, device: { ...start.site.device, data: 'saved' as const } } };
  expect(pageHtml({ start: saver, rendered, title: '' })).toContain('<style media="print" data-fonts>');
  const brought = pageHtml({ start, rendered, title: '', holdsStyles: false });
  expect(brought).toContain(
    '<style data-file="/assets/index-1.css">@font-face{src:local("Arial")}.a::after{content:"$&"}</style>',
  );
  expect(brought).toContain('<style media="print" data-fonts>@font-face{font-family:I;src:url(/i.woff2)}</style>');
  expect(brought).not.toContain('<link rel="stylesheet"');
  // The first picture is asked for before them.
  expect(brought.indexOf('rel="preload"')).toBeLessThan(brought.indexOf('<style'));
});

test('a public page brings its own code only', () => {
  expect(pageHtml({ start: { ...start, path: '/login' }, rendered, title: '' })).toContain('data-files="login.js"');
});

test('no word can close the element of the data, or end a line of script', () => {
  const hostile = '</script><script>x\u2028\u2029$&';
  const site = { ...start.site, brand: { ...brand, name: hostile } };
  const html = pageHtml({ start: { ...start, site }, rendered, title: '' });
  expect(html).not.toContain('</script><script>x');
  expect(html.split('<div id="root"')[1]).not.toMatch(/[\u2028\u2029]/);
  expect(dataIn(html, 'site-config')).toMatchObject({ brand: { name: hostile } });
});

test('a company that is named like a pattern is taken by the letter', () => {
  const site = { ...start.site, brand: { ...brand, name: '$& $1' } };
  expect(pageHtml({ start: { ...start, site }, rendered: null, title: '' })).toContain('<title>$&amp; $1</title>');
});

test('the theme of the device is worn from the start, and only the two that there are', () => {
  const worn = (theme: string) => {
    const site = { ...start.site, device: readDeviceChoices({ topout_theme: theme }) };
    return pageHtml({ start: { ...start, site }, rendered, title: '' });
  };
  expect(worn('dark')).toContain('<html lang="en" class="dark">');
  expect(worn('"><script>')).toContain('<html lang="en">');
});
