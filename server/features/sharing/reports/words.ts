// How a report writes names and what a camera's clock showed.
import { formatDate } from '#contract/core/day-words.ts';
import { type ListProgress, progressWords } from '#contract/stages/valuation.ts';
import { Problem } from '#server/lib/problem.ts';

/** 'March 4, 2026 at 10:12' by the camera's own clock. */
export function cameraTime(capturedAt: string | null | undefined): string | null {
  const [day, clock] = capturedAt?.split('T') ?? [];
  return day && clock ? `${formatDate(day)} at ${clock.slice(0, 5)}` : null;
}

/** Words that are read from the right would turn round what stands beside them. */
const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name as it stands beside other words: it keeps its own direction, and they keep theirs (Unicode, UAX 9). */
export const isolated = (name: string): string => (fromTheRight.test(name) ? `\u2068${name}\u2069` : name);

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  isolated(`${firstName} ${lastName}`.trim());

/** The present stage of each list of a project: of one list a line below the title, of several a fact for each. */
export function stagesOnCover(lists: readonly (ListProgress & { site: string | null })[]): {
  stage: string | null;
  stageFacts: [string, string][];
} {
  const [first, ...others] = lists.map(({ site, ...progress }) =>
    [site && isolated(site), progressWords(progress)].filter(Boolean).join(' · '),
  );
  if (first === undefined || others.length === 0) return { stage: first ?? null, stageFacts: [] };
  return { stage: null, stageFacts: [['Current stage', first], ...others.map((line): [string, string] => ['', line])] };
}

/** The same in any order: so many of them, evenly spread over all. */
export function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, at) => all[Math.round((at * (all.length - 1)) / Math.max(1, most - 1))] as T);
}

/** What an edition for others cannot hold. */
export function nothingReleased(): Problem {
  const message = 'This session is not released, so it has nothing for clients yet';
  return new Problem({ status: 409, code: 'not_released', message });
}
