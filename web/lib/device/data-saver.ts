// The data saver of this device: what was chosen here, else what the browser asks for (behaviour §10.11).
import { useSyncExternalStore } from 'react';
import { readDeviceChoice } from '#contract/pages/device-choices.ts';
import { deviceCookies, writeDeviceCookie } from './device-cookies.ts';
import { createDeviceValue } from './device-value.ts';
import { useSiteConfig } from './site-config.ts';

/** Nothing is fetched that nobody tapped, and pictures come small. */
export function savesData(): boolean {
  const data = readDeviceChoice('data', deviceCookies());
  return data ? data === 'saved' : asksToSaveData();
}

/** Data are dear or slow to come: nothing is fetched that may not be looked at. */
export function prefersReducedData(): boolean {
  return savesData() || isSlow();
}

const saver = createDeviceValue(savesData);

/** The same in everything that is drawn, from the first render on as the server rendered it. */
export function useSavesData(): boolean {
  const { device } = useSiteConfig();
  return useSyncExternalStore(saver.onChange, saver.now, () => device.data === 'saved');
}

export function chooseDataSaver(on: boolean): void {
  writeDeviceCookie('data', on ? 'saved' : 'all');
  saver.look();
}

// What the browser tells of the connection; those that tell nothing count as good.
type Told = Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };

/** Whether the person asked the browser to spend less. */
function asksToSaveData(): boolean {
  return (navigator as Told).connection?.saveData === true;
}

export function isSlow(): boolean {
  return /2g|3g/.test((navigator as Told).connection?.effectiveType ?? '');
}
