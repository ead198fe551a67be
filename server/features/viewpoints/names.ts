// What the name of a picture says about its viewpoint. Pure.

/** 'DJI_0002' of 'DJI_0002.JPG'. */
export function stemOf(name: string): string {
  return name.replace(/\.[a-z0-9]{1,5}$/i, '').toLowerCase();
}

/** What cameras and phones write before and behind their numbers. */
const cameraWords =
  /^(?:dji|img|image|dsc[fn]?|dscn|p|pxl|gopr|gp|gx|gh|mvi|vid|video|mov|pano|photo|picture|file|wa|v|d|t|w|z|s|h|hdr|mp|media)$/;

/** Whether a number tells it from others, and nothing else: 'DJI_0001.JPG' and '03.jpg' of two visits may be of any two places. */
export function isCounted(name: string): boolean {
  const words = stemOf(name).match(/\p{L}+/gu) ?? [];
  return words.every((word) => cameraWords.test(word));
}

/** '20_11_2026', '11_20_26' and '20_nov_2026' at the start of a name; '03_20_11_2026' is a number before a date. */
const startsWithDate =
  /^(?:\d{1,2}_(?:\d{1,2}|[a-z]{3,9})_(?:19|20)\d\d(?!\d)|\d{1,2}_\d{1,2}_\d\d(?!\d|_(?:19|20)\d\d(?!\d)))/;

const firstNumber = (found: RegExpExecArray | null) => Number(found?.[1] ?? 0) || null;

/** The number that a person gave it in so many words: 3 of 'VP03.jpg' and 'site-vp-3.jpg'. */
export function saidNumber(name: string): number | null {
  return firstNumber(/(?:^|[^a-z])vp[-_ ]?0*(\d{1,3})(?!\d)/.exec(stemOf(name)));
}

/** The number of the viewpoint that a name carries: also 3 of '03_north.jpg'; null for any other, and for dates. */
export function numberIn(name: string): number | null {
  const stem = stemOf(name);
  return saidNumber(name) ?? (startsWithDate.test(stem) ? null : firstNumber(/^0*(\d{1,3})_/.exec(stem)));
}
