// 'Only on Wi-Fi': what was chosen on this device, where its browser says what line it has.
import { useSyncExternalStore } from 'react';
import { readLocalStorage, writeLocalStorage } from '#web/lib/device/local-storage.ts';
import { lineType, onLineChange } from './line-type.ts';
import type { Uploads } from './uploads.ts';

const name = 'wifi-only';
const changed = 'topout-wifi-only';
/** Of the lines that browsers know, those that nobody pays by the megabyte. */
const free = ['wifi', 'ethernet'];

const isWifiOnly = () => readLocalStorage(name) === 'yes';

/** Whether nothing may be sent over the line that there is now. */
export function mustWait(): boolean {
  const type = lineType();
  return type !== null && isWifiOnly() && !free.includes(type);
}

/** Another tab may choose too. */
function onChoice(listener: () => void): () => void {
  for (const event of [changed, 'storage']) addEventListener(event, listener);
  return () => {
    for (const event of [changed, 'storage']) removeEventListener(event, listener);
  };
}

/** For as long as the tab lives: what it uploads waits for the line that it may use. */
export function keepToWifi(uploads: Pick<Uploads, 'hold'>): void {
  const look = () => uploads.hold(mustWait());
  onLineChange(look);
  onChoice(look);
  look();
}

/** Null: the browser does not say what line it has, so there is nothing to choose. */
export function useWifiOnly(): boolean | null {
  return useSyncExternalStore(
    onChoice,
    () => (lineType() === null ? null : isWifiOnly()),
    () => null,
  );
}

export function chooseWifiOnly(isOn: boolean): void {
  writeLocalStorage(name, isOn ? 'yes' : null);
  dispatchEvent(new Event(changed));
}
