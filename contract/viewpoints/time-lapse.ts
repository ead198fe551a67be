// What a time-lapse is made of, for people with a login and for guests.
import type { Homography } from '#contract/geometry/homography.ts';

/** Of fewer there is nothing to see pass. */
export const minFilmedPictures = 3;

/** What guests make a video of. `place`: the names of project, site and viewpoint. `pictures`: oldest first. */
export type GuestFilm = {
  place: string[];
  /** `path`: its address without the size. `matrix`: from its shares to those of the newest one; null where that is not known, and for itself. */
  pictures: { captureDate: string; path: string; matrix: Homography | null }[];
};
