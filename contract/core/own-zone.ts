// The time zone of this device or server, without a date formatter: the first one costs a slow phone a tenth of a second.

type WithTemporal = { Temporal?: { Now: { timeZoneId: () => string } } };

/** Its IANA name; undefined without Temporal. Read again each time: people travel. */
export const ownZone = (): string | undefined => (globalThis as WithTemporal).Temporal?.Now.timeZoneId();
