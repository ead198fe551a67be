// Every visit of a site on a line of time: a row of dots per side chooses which two are compared.

import { useEffect, useRef } from 'react';
import { formatDate, shortDay } from '#contract/core/day-words.ts';
import { type Session, sessions } from '#contract/sessions/endpoints.ts';
import { dayOf, siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { kindsOf, type Visit } from '#web/media/linked/sides.ts';
import { LoadMore } from '#web/ui/lists/infinite-list.tsx';
import { canStartComparison, inOrder, sessionsWith } from './progress-params.ts';

type ComparisonVisitsProps = {
  /** As the address names them. */
  ids: readonly [number, number];
  /** As they are shown: a moment behind, while another visit is fetched. */
  pair: readonly [Session, Session];
  onChange: (ids: [number, number]) => void;
};

/** Of one site where both belong to it, else of the project. */
export function ComparisonSessions({ ids, pair: shown, onChange }: ComparisonVisitsProps) {
  const [one, other] = shown;
  const siteId = one.site && one.siteId === other.siteId ? one.site.id : undefined;
  const query = { projectId: one.project.id, siteId, sort: 'captureDate' as const, limit: 100 };
  const list = useInfiniteList(sessions, { query }, { keep: true });
  const visits = sessionsWith(list.data?.rows ?? [], shown);
  const pair = named(visits, ids) ?? shown;
  const row = useShown(`${pair.map(({ id }) => id).join()} of ${visits.length}`);
  return (
    <section
      aria-label="Visits"
      className="print:hidden min-w-0 rounded-card border border-line bg-surface p-3 shadow-card"
    >
      <div ref={row} className="relative overflow-x-auto overscroll-x-contain [scrollbar-width:thin]">
        <div className="grid w-max min-w-full gap-1">
          <Row {...{ visits, pair, onChange }} index={0} />
          <div aria-hidden="true" className="flex">
            <span className="sticky left-0 z-10 w-20 shrink-0 bg-surface" />
            {visits.map((visit, index) => (
              <span key={visit.id} className="min-w-16 flex-1 text-center text-muted text-xs tabular-nums">
                {shortDay(dayOf(visit), visits[index - 1] && dayOf(visits[index - 1] as Session))}
              </span>
            ))}
          </div>
          <Row {...{ visits, pair, onChange }} index={1} />
        </div>
      </div>
      <LoadMore list={list} moreLabel="Older visits" />
    </section>
  );
}

type RowProps = Omit<ComparisonVisitsProps, 'ids'> & { visits: readonly Session[]; index: 0 | 1 };

/** Radios: the arrow keys go from visit to visit. The earlier of the two stays left, so neither row passes the other. */
function Row({ visits, pair, index, onChange }: RowProps) {
  const name = `Session ${index + 1}`;
  return (
    <fieldset className="flex items-center">
      <legend className="sr-only">Visit of {name}</legend>
      <span aria-hidden="true" className="sticky left-0 z-10 w-20 shrink-0 bg-surface font-medium text-sm">
        {name}
      </span>
      {visits.map((visit) => {
        const chosen = visit.id === pair[index].id;
        return (
          <label
            key={visit.id}
            data-tooltip={formatDate(dayOf(visit))}
            data-chosen={chosen || undefined}
            className={classNames(
              'relative grid h-8 min-w-16 flex-1 place-items-center before:absolute before:inset-x-0 before:top-1/2 before:h-px before:bg-line-strong pointer-coarse:h-11',
              'has-disabled:cursor-not-allowed has-focus-visible:outline-2 has-focus-visible:outline-(--focus) has-focus-visible:-outline-offset-2 rounded-control',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={chosen}
              disabled={!canStartComparison(visits, visit, { pair, index })}
              onChange={() => onChange(index === 0 ? [visit.id, pair[1].id] : [pair[0].id, visit.id])}
              aria-label={formatDate(dayOf(visit))}
              className="peer sr-only"
            />
            <span className="relative size-3.5 rounded-full border-2 border-field-line bg-surface peer-checked:size-5 peer-checked:border-accent peer-checked:bg-accent peer-disabled:border-line-strong peer-enabled:peer-hover:border-accent" />
          </label>
        );
      })}
    </fieldset>
  );
}

/** A long line of visits opens where the chosen ones are. */
function useShown(chosen: string) {
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is brought into sight.
  useEffect(() => {
    const line = row.current;
    const last = [...(line?.querySelectorAll<HTMLElement>('[data-chosen]') ?? [])].at(-1);
    if (!line || !last) return;
    const end = last.offsetLeft + last.offsetWidth;
    if (end > line.scrollLeft + line.clientWidth) line.scrollLeft = end - line.clientWidth;
  }, [chosen]);
  return row;
}

/** The choice answers at once, before its session has come. */
function named(visits: readonly Session[], ids: readonly [number, number]): [Session, Session] | undefined {
  const [one, other] = ids.map((id) => visits.find((visit) => visit.id === id));
  return one && other && orderedPair([one, other]);
}

/** For who reads the order of the two elsewhere. */
export function orderedPair(pair: readonly [Session, Session]): [Session, Session] {
  const [one, other] = inOrder(pair);
  return one && other ? [one, other] : [pair[0], pair[1]];
}

/** A session as a comparison speaks of it. Sessions of two projects are distinguished by their names. */
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
