// Choices on this device, read in the first render as the server rendered them, and the device's time zone.
import { useCallback, useState, useSyncExternalStore } from 'react';
import { type DeviceChoices, readDeviceChoice } from '#contract/device-choices.ts';
import { ownZone } from '#contract/own-zone.ts';
import { deviceCookies, writeDeviceCookie } from './device-cookies.ts';
import { createListeners } from './listeners.ts';
import { useSiteConfig } from './site-config.ts';
import { useIsTakenOver } from './taken-over.ts';

/** A choice and its setter, which remembers it on this device. */
export function useDeviceChoice<Name extends Exclude<keyof DeviceChoices, 'zone'>>(name: Name) {
  const { device } = useSiteConfig();
  const isTakenOver = useIsTakenOver();
  const [choice, setChoice] = useState(() => (isTakenOver ? readDeviceChoice(name, deviceCookies()) : device[name]));
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

/** Read once, as every date on a page asks for it, and again whenever the page is seen again: people travel. */
function createZoneClock() {
  const listeners = createListeners();
  let zone: string | undefined;
  function look(): void {
    if (document.visibilityState !== 'visible') return;
    zone = undefined;
    listeners.notify();
  }
  return {
    now: () => (zone ??= readZone()),
    onChange(listener: () => void): () => void {
      // Once, however often it is said.
      document.addEventListener('visibilitychange', look);
      return listeners.add(listener);
    },
  };
}

const zoneClock = createZoneClock();

/** In the first render the zone that the server rendered with, null where it knew none; then the device's. */
export function useTimeZone(): string | null {
  const { device } = useSiteConfig();
  return useSyncExternalStore(zoneClock.onChange, zoneClock.now, () => device.zone);
}

/** For the next page. */
export function tellTimeZone(known: string | null): void {
  const zone = zoneClock.now();
  if (zone !== known) writeDeviceCookie('zone', zone);
}
