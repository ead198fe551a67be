// The marks of a stage as a pack says them: who gave which one, as what, and when.
import { formatDate, formatDateTime } from '#contract/core/day-words.ts';
import type { ReportEdition } from '#contract/sharing/endpoints.ts';
import type { MarkGiver } from '#contract/stages/endpoints.ts';
import { actWords, giverWords, guestGiverWords } from '#contract/stages/mark-words.ts';
import { isolated } from '#server/features/sharing/reports/words.ts';
import type { StoredMark } from '#server/features/stages/queries.ts';

type Reading = { edition: ReportEdition; timeZone: string };

const known: Record<MarkGiver, string> = {
  crew: ' (photographer)',
  admin: ' (company)',
  checker: ' (checker)',
  client: ' (client)',
  guest: '',
};

function whoGave(mark: StoredMark, edition: ReportEdition): string {
  const words = edition === 'guest' ? guestGiverWords : giverWords;
  const isNamed = edition !== 'guest' || mark.as === 'checker';
  return `${words({ ...mark, byName: isolated(mark.byName) })}${isNamed ? known[mark.as] : ''}`;
}

/** 'Confirmed by Ade Bello (checker) on March 4, 2026 at 10:12, checked on site.' */
export function markLine(mark: StoredMark, { edition, timeZone }: Reading): string {
  const { session, onSite, note, lost, at, act } = mark;
  const details = [
    onSite ? ', checked on site' : '',
    session ? `, for the visit of ${formatDate(session.captureDate)}` : '',
  ].join('');
  const said = note !== null && edition !== 'guest' ? ` ‘${isolated(note)}’` : '';
  const gone = lost && act === 'given' ? ' The visit or a picture that it is based on has been taken back since.' : '';
  return `${actWords(mark)} ${whoGave(mark, edition)} on ${formatDateTime(at, timeZone)}${details}.${said}${gone}`;
}
