// Light, dark or as the device says: worn by <html> as a class, which the server writes where a cookie says so.
import type { DeviceChoices } from '#contract/pages/device-choices.ts';

/** Puts the class on <html>, and the bar of a phone's browser in the same colour. Null leaves no class: the style sheet follows the device. */
export function applyTheme(theme: DeviceChoices['theme']): void {
  const { classList } = document.documentElement;
  for (const name of ['light', 'dark']) classList.toggle(name, name === theme);
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.dataset.theme;
    if (theme === null) meta.media = `(prefers-color-scheme: ${own})`;
    else meta.media = own === theme ? 'all' : 'not all';
  }
}
