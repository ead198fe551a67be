// Choices on this device, read in the first render as the server rendered them, and the device's time zone.
import { useCallback, useState, useSyncExternalStore } from 'react';
import { type DeviceChoices, readDeviceChoices } from '#contract/device-choices.ts';
import { deviceCookies, writeDeviceCookie } from './device-cookies.ts';
import { useSiteConfig } from './site-config.ts';
import { useIsTakenOver } from './taken-over.ts';

const never = () => () => undefined;

/** A choice and its setter, which remembers it on this device. */
export function useDeviceChoice<Name extends Exclude<keyof DeviceChoices, 'zone'>>(name: Name) {
  const { device } = useSiteConfig();
  const isTakenOver = useIsTakenOver();
  const [choice, setChoice] = useState(() => (isTakenOver ? readDeviceChoices(deviceCookies()) : device)[name]);
  const choose = useCallback(
    (next: DeviceChoices[Name]) => {
      writeDeviceCookie(name, next);
      setChoice(next);
    },
    [name],
  );
  return [choice, choose] as const;
}

/** Made per call: the zone changes under people who travel. In the language of all our dates: another one is loaded for itself, which takes long. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat('en-US').resolvedOptions().timeZone;
}

/** In the first render the zone that the server rendered with, null where it knew none; then the device's. */
export function useTimeZone(): string | null {
  const { device } = useSiteConfig();
  return useSyncExternalStore(never, deviceZone, () => device.zone);
}

/** For the next page. */
export function tellTimeZone(known: string | null): void {
  const zone = deviceZone();
  if (zone !== known) writeDeviceCookie('zone', zone);
}
