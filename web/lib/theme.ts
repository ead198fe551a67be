// Light, dark or as the device says: remembered on this device, worn by <html> as a class.

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/**
 * A cookie and not local storage, so that the server can write the class into the page that it sends: the first paint is
 * right without a script that blocks it. 'system' leaves no cookie and no class; the style sheet follows the device.
 */
const cookie = 'topout_theme';

export function readTheme(): Theme {
  const found = new RegExp(`(?:^|; )${cookie}=(light|dark)(?:;|$)`).exec(document.cookie)?.[1];
  return (found as Theme | undefined) ?? 'system';
}

export function setTheme(theme: Theme): void {
  const age = theme === 'system' ? 0 : 365 * 24 * 60 * 60;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
  document.cookie = `${cookie}=${theme}; path=/; max-age=${age}; samesite=lax${secure}`;
  applyTheme(theme);
}

/** Puts the class on <html>, and the bar of a phone's browser in the same colour; called at the start too. */
export function applyTheme(theme: Theme = readTheme()): void {
  const { classList } = document.documentElement;
  for (const name of ['light', 'dark']) classList.toggle(name, name === theme);
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.dataset.theme;
    if (theme === 'system') meta.media = `(prefers-color-scheme: ${own})`;
    else meta.media = own === theme ? 'all' : 'not all';
  }
}
