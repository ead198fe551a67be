// Choices made on this device, kept in cookies, so that the server renders the page in its final state; and leaving it offline.
import { ownZone } from '#contract/core/day-words.ts';

export const listLayouts = ['grid', 'list'] as const;
export type ListLayout = (typeof listLayouts)[number];

export const dataChoices = ['saved', 'all'] as const;
export type DataChoice = (typeof dataChoices)[number];

export type DeviceChoices = {
  /** Null: as the device says. */
  theme: 'light' | 'dark' | null;
  sidebar: 'folded' | null;
  /** The session list's layout, if there is room for both. */
  sessions: ListLayout;
  /** Of a client's list of released sessions. */
  progress: ListLayout;
  /** Whether to fetch less; null: as the browser says of its connection. */
  data: DataChoice | null;
  /** The device's IANA time zone; null until a page has reported it. */
  zone: string | null;
};

const isChoice = <const V extends string>(text: string | undefined, values: readonly V[]): V | null =>
  values.find((value) => value === text) ?? null;

/** Names found valid: checking one costs more than everything else that is read here. Bounded, as names can be written in many ways. */
const knownZones = new Set<string>();
const mostZones = 1000;

/** A name that both the browser and the server know. */
function knownZone(text: string | undefined): string | null {
  if (!text || !/^[\w+\-/]{1,64}$/.test(text)) return null;
  if (text === ownZone() || knownZones.has(text)) return text;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
  } catch {
    return null;
  }
  if (knownZones.size >= mostZones) knownZones.clear();
  knownZones.add(text);
  return text;
}

/** Names the stylesheet that this device has cached: a page need not include it. */
export const stylesCookie = 'topout_styles';

export const cookieOfChoice = (name: keyof DeviceChoices) => `topout_${name}`;

type Cookies = Record<string, string | undefined>;

const readers: { [Name in keyof DeviceChoices]: (text: string | undefined) => DeviceChoices[Name] } = {
  theme: (text) => isChoice(text, ['light', 'dark']),
  sidebar: (text) => isChoice(text, ['folded']),
  sessions: (text) => isChoice(text, listLayouts) ?? 'grid',
  progress: (text) => isChoice(text, listLayouts) ?? 'grid',
  data: (text) => isChoice(text, dataChoices),
  zone: knownZone,
};

export function readDeviceChoice<Name extends keyof DeviceChoices>(name: Name, cookies: Cookies): DeviceChoices[Name] {
  return readers[name](cookies[cookieOfChoice(name)]);
}

/** From the values of cookies by name; missing or invalid ones are as on a new device. */
export function readDeviceChoices(cookies: Cookies): DeviceChoices {
  const names = Object.keys(readers) as (keyof DeviceChoices)[];
  return Object.fromEntries(names.map((name) => [name, readDeviceChoice(name, cookies)])) as DeviceChoices;
}

// Logging out offline: a cookie that ends the device's login with the first request that gets through.

/** A cookie, so that it comes with every request; scripts set it, and the server clears it once the login has ended. */
export const leavingCookie = 'topout_leaving';

/** The page without a person that a device caches for offline use. */
export const shellPath = '/offline';
