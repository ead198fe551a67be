// What the name of a picture says about its viewpoint. Pure.

/** 'DJI_0002' of 'DJI_0002.JPG'. */
export function stemOf(name: string): string {
  return name.replace(/\.[a-z0-9]{1,5}$/i, '').toLowerCase();
}

/** The last number of a name, by which cameras and people count: 3 of '2026-02-10_3.jpg'; null where there is none. */
export function countIn(name: string): number | null {
  const digits = stemOf(name).match(/\d+/g)?.at(-1);
  return digits === undefined ? null : Number(digits);
}

/** The number of the viewpoint that a name carries: 3 of 'VP03.jpg', 'site-vp-3.jpg' and '03_north.jpg'; null for any other. */
export function numberIn(name: string): number | null {
  const stem = stemOf(name);
  const found = /(?:^|[^a-z])vp[-_ ]?0*(\d{1,3})(?!\d)/.exec(stem) ?? /^0*(\d{1,3})_/.exec(stem);
  const number = Number(found?.[1] ?? 0);
  return number > 0 ? number : null;
}
