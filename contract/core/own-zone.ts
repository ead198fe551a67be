// The time zone of this device or server, without a formatter of dates, the first of which takes a weak phone a tenth of a second.

type WithTemporal = { Temporal?: { Now: { timeZoneId: () => string } } };

/** Its IANA name; undefined where there is no Temporal to ask. Read anew each time: people travel. */
export const ownZone = (): string | undefined => (globalThis as WithTemporal).Temporal?.Now.timeZoneId();
