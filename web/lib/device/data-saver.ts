// The data saver of this device: its own setting, else the browser's (behaviour §10.11).
import { useSyncExternalStore } from 'react';
import { readDeviceChoice } from '#contract/pages/device-choices.ts';
import { deviceCookies, writeDeviceCookie } from './device-cookies.ts';
import { createDeviceValue } from './listeners.ts';
import { useSiteConfig } from './site-config.ts';

/** Nothing is fetched without a tap, and pictures come small. */
export function savesData(): boolean {
  const data = readDeviceChoice('data', deviceCookies());
  return data ? data === 'saved' : asksToSaveData();
}

/** Data is expensive or slow: nothing is fetched that may not be viewed. */
export function prefersReducedData(): boolean {
  return savesData() || isSlow();
}

const saver = createDeviceValue(savesData);

/** The same in every component, from the first render on as the server rendered it. */
export function useSavesData(): boolean {
  const { device } = useSiteConfig();
  return useSyncExternalStore(saver.onChange, saver.now, () => device.data === 'saved');
}

export function chooseDataSaver(on: boolean): void {
  writeDeviceCookie('data', on ? 'saved' : 'all');
  saver.refresh();
}

// What the browser reports about the connection; one that reports nothing counts as good.
type NavigatorWithConnection = Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };

/** Whether the person asked the browser to save data. */
function asksToSaveData(): boolean {
  return (navigator as NavigatorWithConnection).connection?.saveData === true;
}

export function isSlow(): boolean {
  return /2g|3g/.test((navigator as NavigatorWithConnection).connection?.effectiveType ?? '');
}
