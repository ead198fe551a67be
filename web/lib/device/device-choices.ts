// Choices on this device, read in the first render as the server rendered them, and the device's time zone.
import { useCallback, useState, useSyncExternalStore } from 'react';
import { type DeviceChoices, ownZone, readDeviceChoice } from '#contract/pages/device-choices.ts';
import { deviceCookies, writeDeviceCookie } from './device-cookies.ts';
import { createDeviceValue } from './device-value.ts';
import { useIsHydrated } from './hydrated.ts';
import { useSiteConfig } from './site-config.ts';

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
export function tellTimeZone(known: string | null): void {
  if (zone.now() !== known) writeDeviceCookie('zone', zone.now());
}
