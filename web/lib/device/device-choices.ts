// Choices on this device, read in the first render as the server rendered them: the theme and the time zone among them.

import { useCallback, useState, useSyncExternalStore } from 'react';
import { ownZone } from '#contract/core/day-words.ts';
import { type DeviceChoices, readDeviceChoice } from '#contract/pages/device-choices.ts';
import { deviceCookies, writeDeviceCookie } from './device-cookies.ts';
import { useIsHydrated } from './hydrated.ts';
import { createDeviceValue } from './listeners.ts';
import { useSiteConfig } from './site-config.ts';

// The time zones that somebody may choose, and their names.

/** Named zones that every browser knows; that of the device first, then the one that is chosen. */
export function timeZonesFor(present: string | null): string[] {
  const device = readZone();
  return [...new Set([device, present ?? device, ...Intl.supportedValuesOf('timeZone')])];
}

export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

/** A choice and its setter, which remembers it on this device. */
export function useDeviceChoice<Name extends Exclude<keyof DeviceChoices, 'zone'>>(name: Name) {
  const { device } = useSiteConfig();
  const isHydrated = useIsHydrated();
  const [choice, setChoice] = useState(() => (isHydrated ? readDeviceChoice(name, deviceCookies()) : device[name]));
  const choose = useCallback(
    (next: DeviceChoices[Name]) => {
      writeDeviceCookie(name, next);
      setChoice(next);
    },
    [name],
  );
  return [choice, choose] as const;
}

/** The device's. Where only a formatter knows it, by one in the language of all of ours: another one is loaded for itself, which takes long. */
export const readZone = (): string => ownZone() ?? new Intl.DateTimeFormat('en-US').resolvedOptions().timeZone;

/** People travel. */
const zone = createDeviceValue(readZone);

/** In the first render the zone that the server rendered with, null where it knew none; then the device's. */
export function useTimeZone(): string | null {
  const { device } = useSiteConfig();
  return useSyncExternalStore(zone.onChange, zone.now, () => device.zone);
}

/** For the next page. */
export function sendTimeZone(known: string | null): void {
  if (zone.now() !== known) writeDeviceCookie('zone', zone.now());
}

// Light, dark or as the device says: worn by <html> as a class, which the server writes where a cookie says so.

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
