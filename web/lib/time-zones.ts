/** Named zones that every browser knows; that of the device first, then the one that is chosen. */
export function timeZonesFor(present: string | null): string[] {
  const device = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([device, present ?? device, ...Intl.supportedValuesOf('timeZone')])];
}

export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');
