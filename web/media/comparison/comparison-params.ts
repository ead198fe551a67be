// What of a comparison stands in the address, so that a link shows again exactly what was seen.
import { mediaKinds } from '#contract/media.ts';
import { param, type useSearchParams } from '#web/lib/search-params.ts';

/** A number within its limits; `first` where it is missing or beyond them. */
function within(least: number, most: number, first: number) {
  return (word: string | null): number => {
    const value = word ? Number(word) : Number.NaN;
    return value >= least && value <= most ? value : first;
  };
}

/** A few finite numbers, written 0.5,0.25,2; none where one of them is not. */
function numbers(most: number) {
  return (word: string | null): readonly number[] => {
    const values = word ? word.split(',').map(Number) : [];
    return values.length <= most && values.every(Number.isFinite) ? values : [];
  };
}

/** The sides are named by where they stand; a picture by the id of its item. Places and sizes are numbers of the view that is shown. */
export const comparisonParams = {
  mode: param.oneOf(['side', 'swipe', 'fade', 'blink'], 'side'),
  left: param.maybe(mediaKinds),
  right: param.maybe(mediaKinds),
  leftItem: param.text(),
  rightItem: param.text(),
  unlocked: param.flag(),
  /** Where the divider of 'swipe' stands, in percent from the left. */
  at: within(0, 100, 50),
  /** How much of the right picture 'fade' shows, in percent. */
  fade: within(0, 100, 50),
  shown: param.oneOf(['left', 'right'], 'left'),
  view: numbers(8),
  /** How the right view stands to the left one, where they were set apart. */
  shift: numbers(3),
};

type Address = ReturnType<typeof useSearchParams<typeof comparisonParams>>;
export type ComparisonState = Address[0];
export type SetComparison = Address[1];
