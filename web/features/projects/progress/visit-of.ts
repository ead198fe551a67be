// A session as a comparison speaks of it.
import type { Session } from '#contract/sessions/endpoints.ts';
import { dayOf, siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { formatDate, shortDay } from '#web/lib/format/format.ts';
import type { Visit } from '#web/media/linked/sides.ts';
import { kindsOf } from '#web/media/linked/viewable.ts';

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
