// The pages as the build made them, with the company's own words in place of their placeholders, escaped.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand } from '#server/config.ts';
import { escapeHtml } from './openapi.ts';
import { type Ready, toReady } from './ready.ts';

/** What a page knows before its first call; the browser's House (web/lib/house.ts). */
export type PageFacts = { brand: Brand; demo: boolean; loginFailure?: string | undefined };

/** JSON inside a script element: nothing in it can close the element. */
function embed(facts: PageFacts): string {
  return JSON.stringify(facts).replace(/</g, '\\u003c');
}

/** Each word of the company where web/prerender.tsx left its placeholder, and all facts for the script that takes over. */
export function fill(html: string, facts: PageFacts, theme: string | undefined): string {
  const { name, email, linkedin, instagram } = facts.brand;
  const words: Record<string, string> = {
    __BRAND_NAME__: name,
    __BRAND_EMAIL__: email,
    __BRAND_LINKEDIN__: linkedin,
    __BRAND_INSTAGRAM__: instagram,
    __LOGIN_FAILURE__: facts.loginFailure ?? '',
  };
  const filled = html
    .replace(/__[A-Z_]+__/g, (mark) => (mark in words ? escapeHtml(words[mark] ?? '') : mark))
    .replace('<title>Topout</title>', () => `<title>${escapeHtml(name)}</title>`)
    .replace(/(<script type="application\/json" id="house">)[^<]*/, (_, open) => open + embed(facts));
  const worn = theme === 'dark' || theme === 'light';
  return worn ? filled.replace('<html lang="en">', `<html lang="en" class="${theme}">`) : filled;
}

export type Rendered = 'index' | 'landing' | 'login' | 'login-failed';

/** The built pages of a folder, each filled once per theme. A login page with a failure is made for its sentence. */
export function openRendered(folder: string, given: { brand: Brand; demo: boolean }) {
  // A company that is not on these networks has the links lead to its address.
  const { linkedin, instagram } = given.brand;
  const brand = { ...given.brand, linkedin: linkedin || '#contact', instagram: instagram || '#contact' };
  const read = (name: string) => readFileSync(join(folder, `${name}.html`), 'utf8');
  const html: Record<Rendered, string> = {
    index: read('index'),
    landing: read('landing'),
    login: read(given.demo ? 'login-demo' : 'login'),
    'login-failed': read(given.demo ? 'login-demo-failed' : 'login-failed'),
  };
  const kept = new Map<string, Ready>();

  return {
    page(name: Exclude<Rendered, 'login-failed'>, theme: string | undefined): Ready {
      const key = `${name} ${theme === 'dark' || theme === 'light' ? theme : ''}`;
      const ready = kept.get(key) ?? toReady(Buffer.from(fill(html[name], { ...given, brand }, theme)), {});
      kept.set(key, ready);
      return ready;
    },

    failedLogin(loginFailure: string, theme: string | undefined): string {
      return fill(html['login-failed'], { ...given, brand, loginFailure }, theme);
    },
  };
}
