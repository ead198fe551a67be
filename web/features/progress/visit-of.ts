// A session as a comparison speaks of it.
import type { Session } from '#contract/sessions.ts';
import { dayOf, siteLabel } from '#web/features/sessions/session-labels.ts';
import { formatDate, shortDay } from '#web/lib/format.ts';
import type { Visit } from '#web/media/comparison/sides.ts';
import { kindsOf } from '#web/media/comparison/viewable.ts';

/** Sessions of two projects are distinguished by their names. */
export function visitOf(session: Session, { index, isOfOne }: { index: number; isOfOne: boolean }): Visit {
  const site = siteLabel(session);
  return {
    id: session.id,
    name: `Session ${index}`,
    project: session.project.name,
    site: isOfOne ? site : `${session.project.name} · ${site}`,
    captureDate: dayOf(session),
    date: formatDate(dayOf(session)),
    day: shortDay(dayOf(session)),
    kinds: kindsOf(session),
  };
}
