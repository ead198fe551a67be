// What somebody chose on this device, kept in cookies, so that the server renders the page as it will stand.
import { ownZone } from '#contract/core/own-zone.ts';

export const listLayouts = ['grid', 'list'] as const;
export type ListLayout = (typeof listLayouts)[number];

export const dataChoices = ['saved', 'all'] as const;
export type DataChoice = (typeof dataChoices)[number];

export type DeviceChoices = {
  /** Null: as the device says. */
  theme: 'light' | 'dark' | null;
  sidebar: 'folded' | null;
  /** Of the list of sessions, where there is room for both. */
  sessions: ListLayout;
  /** Of a client's list of released sessions. */
  progress: ListLayout;
  /** Whether less is to be fetched; null: as the browser says of its connection. */
  data: DataChoice | null;
  /** The device's IANA time zone; null until a page has told it. */
  zone: string | null;
};

const isChoice = <const V extends string>(text: string | undefined, values: readonly V[]): V | null =>
  values.find((value) => value === text) ?? null;

/** Those that were found to be one: asking costs more than all else that is read here. Bounded, as they may be written in many ways. */
const knownZones = new Set<string>();
const mostZones = 1000;

/** A name that both the browser and the server can count in. */
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

/** Holds the name of the stylesheet that this device has in its cache: a page need not bring it along. */
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

/** From the values of cookies by their names; whatever is missing or strange is as on a new device. */
export function readDeviceChoices(cookies: Cookies): DeviceChoices {
  const names = Object.keys(readers) as (keyof DeviceChoices)[];
  return Object.fromEntries(names.map((name) => [name, readDeviceChoice(name, cookies)])) as DeviceChoices;
}
