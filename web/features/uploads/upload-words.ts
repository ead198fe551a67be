// Labels for uploads: their progress, the time left, and what a picture's own header says about a visit.
import { formatDate } from '#contract/core/day-words.ts';
import { type EarthPlace, earthDistance } from '#contract/geometry/earth-distance.ts';
import { siteMetres } from '#contract/sessions/checks.ts';
import { isFarAhead } from '#contract/sessions/endpoints.ts';
import { uploadLimits } from '#contract/uploads/endpoints.ts';
import { count, formatNumber, formatSize } from '#web/lib/format/format.ts';
import type { MovingFile, UploadsState } from './sending/uploads.ts';
import { isOnItsWay } from './sending/use-held-uploads.ts';

/** 'about 3 minutes left'. */
export function timeLeft(seconds: number): string {
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  return minutes < 90
    ? `about ${count(minutes, 'minute')} left`
    : `about ${count(Math.round(minutes / 60), 'hour')} left`;
}

/** A longer list would only be scrolled past. */
const mostNamed = 5;

export type Progress = {
  ended: number;
  of: number;
  refused: number;
  unreadable: number;
  percent: number;
  isDone: boolean;
};

/** By bytes: a video counts by its size. */
export function progressOf(files: readonly MovingFile[]): Progress {
  const taken = files.filter(({ state }) => state !== 'refused');
  const bytes = taken.reduce((sum, file) => sum + file.bytes, 0);
  const sent = taken.reduce((sum, file) => sum + file.sent, 0);
  return {
    ended: taken.filter(({ state }) => state === 'kept').length,
    of: taken.length,
    refused: files.length - taken.length,
    unreadable: taken.filter(({ state }) => state === 'unreadable').length,
    percent: bytes === 0 ? 100 : Math.floor((sent / bytes) * 100),
    isDone: !files.some(isOnItsWay),
  };
}

/** For files chosen beyond what a session takes. */
export function overSentence(over: number): string {
  const are = over === 1 ? 'file is' : 'files are';
  return `${formatNumber(over)} ${are} more than one session can hold, and left out: it holds ${formatNumber(uploadLimits.files)}.`;
}

/** For files that this device has no room for. */
export function unkeptSentence(names: readonly string[]): string {
  const named = names.slice(0, mostNamed).join(', ');
  const more = names.length > mostNamed ? ` and ${formatNumber(names.length - mostNamed)} more` : '';
  return `This device has no room to keep ${named}${more}. Keep this page open until everything is uploaded: after a reload you would have to choose the same files again.`;
}

/** How much the device can still store, before anything is chosen. */
export function roomSentence(bytes: number): string {
  if (bytes === 0) return 'This device keeps no more files: what you choose is sent as long as this page is open.';
  return `What you choose is kept on this device until it is sent, also offline: there is room for ${formatSize(bytes)}.`;
}

/** For names that begin with a dot. */
export function hiddenSentence(hidden: number): string {
  return `${count(hidden, 'file')} whose ${hidden === 1 ? 'name begins' : 'names begin'} with a dot left out: systems keep their own notes in them.`;
}

/** Why nothing moves, or the time left; '' if there is nothing to say. */
export function statusOf({ files, isPaused, isHeld, problem, secondsLeft }: UploadsState): string {
  if (!files.some(isOnItsWay)) return '';
  if (problem === 'login')
    return 'Your login has ended. Log in again in another tab: the upload then continues by itself.';
  if (isPaused) return 'Paused';
  if (problem === 'line') return 'No connection. The upload continues by itself where it stopped.';
  if (isHeld) return 'Waits for Wi-Fi';
  return secondsLeft === null ? '' : timeLeft(secondsLeft);
}

/** What headers of pictures say: the day each was taken, by the camera's own clock, and the place. */
export type Taken = { day: string | null; place: EarthPlace | null };

/** The day on which most were taken; null if none has a day, or as many have another. */
export function dayOfMost(taken: readonly Taken[]): string | null {
  const days = new Map<string, number>();
  for (const { day } of taken) if (day) days.set(day, (days.get(day) ?? 0) + 1);
  const [first, second] = [...days].sort(([, a], [, b]) => b - a);
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : null;
}

/** A site is smaller than this, in metres. */
const largestSite = 2_000;

/** How many kilometres apart pictures are, if that is more than a site is wide; else null. */
export function farApart(taken: readonly Taken[]): number | null {
  const places = taken.flatMap(({ place }) => place ?? []);
  const [first] = places;
  const most = first ? Math.max(...places.map((place) => earthDistance(first, place))) : 0;
  return most > largestSite ? Math.round(most / 1000) : null;
}

/** '800 m', '1.5 km', '18 km'. */
function distanceWords(metres: number): string {
  if (metres < 1000) return `${Math.round(metres / 10) * 10} m`;
  return `${metres < 10_000 ? (metres / 1000).toFixed(1) : Math.round(metres / 1000)} km`;
}

/** For pictures that were taken farther from the site than it reaches; null if there are none. */
export function otherSiteSentence(
  taken: readonly Taken[],
  site: (EarthPlace & { from: 'site' | 'visits' }) | null,
): string | null {
  const away = site ? taken.flatMap(({ place }) => (place ? earthDistance(place, site) : [])) : [];
  const far = away.filter((metres) => metres > siteMetres);
  if (far.length === 0) return null;
  const which = far.length === away.length ? 'These pictures were' : 'Some of these pictures were';
  const from = site?.from === 'site' ? 'this site' : 'where earlier visits of this site were';
  return `${which} taken ${distanceWords(Math.max(...far))} from ${from}. Are they of another site?`;
}

/** A clock whose battery ran out restarts years ago; real pictures from crews are younger than this. */
const mostDaysBack = 60;

type Clock = { now: Date; projectFrom: string | undefined };

/** What the day of the pictures means: it may be used, it has to be confirmed, or it cannot be right. */
export type TakenDay = { sentence: string; isTaken: boolean };

/** 'These pictures were taken on November 3, 2026.' `projectFrom`: when the project began to exist. */
export function takenDay(day: string, { now, projectFrom }: Clock): TakenDay {
  const on = formatDate(day);
  if (isFarAhead(day)) {
    const sentence = `The camera says that these pictures were taken on ${on}, which is still to come. Set its clock, and check the capture date here.`;
    return { sentence, isTaken: false };
  }
  const back = Math.floor((now.getTime() - Date.parse(day)) / 86_400_000);
  const isBefore = projectFrom !== undefined && day < projectFrom.slice(0, 10);
  if (!isBefore && back <= mostDaysBack) return { sentence: `These pictures were taken on ${on}.`, isTaken: true };
  const why = isBefore ? 'before this project began' : `${formatNumber(back)} days ago`;
  const sentence = `The camera says that these pictures were taken on ${on}, ${why}. Is its clock right?`;
  return { sentence, isTaken: true };
}
