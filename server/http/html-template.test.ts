// Filling the pages that were rendered ahead.
import { expect, test } from 'vitest';
import { fillTemplate } from './html-template.ts';

const brand = { name: 'Obi & <Sons>', email: 'a"b@example.org', linkedin: 'https://l.example', instagram: '#contact' };
const html =
  '<html lang="en"><title>Topout</title><script type="application/json" id="site-config">{}</script><a href="mailto:__BRAND_EMAIL__">__BRAND_NAME__</a><p>__LOGIN_FAILURE__</p>__DIRNAME__';

test('placeholders become the company’s words, escaped for text and attributes', () => {
  const filled = fillTemplate(html, { brand, demo: false, loginFailure: 'No </p> way' }, undefined);
  expect(filled).toContain('<a href="mailto:a&quot;b@example.org">Obi &amp; &lt;Sons&gt;</a>');
  expect(filled).toContain('<title>Obi &amp; &lt;Sons&gt;</title>');
  expect(filled).toContain('<p>No &lt;/p&gt; way</p>');
});

test('what is no placeholder stays, and a company named like a pattern is taken by the letter', () => {
  const filled = fillTemplate(html, { brand: { ...brand, name: '$& __BRAND_EMAIL__' }, demo: false }, undefined);
  expect(filled).toContain('__DIRNAME__');
  expect(filled).toContain('<title>$&amp; __BRAND_EMAIL__</title>');
  expect(filled).toContain('>$&amp; __BRAND_EMAIL__</a>');
});

test('the facts for the script cannot close its element', () => {
  const filled = fillTemplate(html, { brand: { ...brand, name: '</script><script>x' }, demo: true }, undefined);
  const facts = /id="site-config">([^<]*)<\/script>/.exec(filled)?.[1];
  expect(JSON.parse(facts ?? '')).toMatchObject({ brand: { name: '</script><script>x' }, demo: true });
});

test('only the two themes are written into the page', () => {
  expect(fillTemplate(html, { brand, demo: false }, 'dark')).toContain('<html lang="en" class="dark">');
  expect(fillTemplate(html, { brand, demo: false }, '"><script>')).toContain('<html lang="en">');
});
