// The time zones that somebody may choose, and their names.
import { readZone } from './device-choices.ts';

/** Named zones that every browser knows; that of the device first, then the one that is chosen. */
export function timeZonesFor(present: string | null): string[] {
  const device = readZone();
  return [...new Set([device, present ?? device, ...Intl.supportedValuesOf('timeZone')])];
}

export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');
