// The cookies that remember choices on this device; not the login's, which scripts cannot read.

import { cookieOfChoice, type DeviceChoices, leavingCookie, stylesCookie } from '#contract/pages/device-choices.ts';

/** All that scripts may read, by name. */
export function deviceCookies(): Record<string, string> {
  const pairs = document.cookie.split('; ').map((pair) => pair.split('='));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, decode(value)]));
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

const year = 365 * 24 * 60 * 60;

/** Null deletes it. */
export function writeDeviceCookie(name: keyof DeviceChoices, value: string | null): void {
  writeCookie(cookieOfChoice(name), value);
}

/** The person logged out while offline: their login ends with the first request that gets through (behaviour §27.4). */
export function markLeaving(): void {
  writeCookie(leavingCookie, '1');
}

/** A page with inline styles also fetches their file, for later pages: this notes it once it has loaded. */
export function noteHeldStyles(): void {
  const { file } = document.querySelector<HTMLStyleElement>('style[data-file]')?.dataset ?? {};
  const link = document.querySelector<HTMLLinkElement>(`link[href="${file}"]`);
  const note = () => writeCookie(stylesCookie, file?.split('/').at(-1) ?? null);
  if (link?.sheet) note();
  else link?.addEventListener('load', note, { once: true });
}

function writeCookie(name: string, value: string | null): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const life = value === null ? 0 : year;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; path=/; max-age=${life}; samesite=lax${secure}`;
}
