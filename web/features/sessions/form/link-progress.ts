// How far the links of a form are looked at, in one line.
import { type LinkCheck, privateLink } from '#contract/media/endpoints.ts';
import { count } from '#web/lib/format/format.ts';

type Found = Pick<LinkCheck, 'problem'> | undefined;

/** Undefined stands for a link that is still being asked about; null where there is none. */
export function linkProgress(checks: readonly Found[]): string | null {
  if (checks.length === 0) return null;
  const known = checks.filter((each) => each !== undefined);
  const hidden = known.filter(({ problem }) => problem === privateLink).length;
  const others = known.filter(({ problem }) => problem !== null).length - hidden;
  return [
    `${known.length} of ${count(checks.length, 'link')} checked`,
    hidden > 0 && `${hidden} private`,
    others > 0 && `${others} with a problem`,
  ]
    .filter(Boolean)
    .join(' · ');
}
