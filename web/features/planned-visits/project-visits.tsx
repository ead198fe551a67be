// 'Planned visits' of a project, for admins: those that are late or to come, and on request those that are done with.
import { CalendarDays, Pencil, Plus, Trash2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import { type PlannedVisit, plannedVisits, removePlannedVisit } from '#contract/planned-visits/endpoints.ts';
import type { Project } from '#contract/projects/endpoints.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';
import { ConfirmCall } from '#web/ui/overlays/confirm-call.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { VisitStateBadge } from './visit-state.tsx';
import { photographerWords, placeWords, visitName } from './visit-words.ts';

const PlanVisitDialog = lazyDialog(() => import('./visit-dialogs.tsx'), 'PlanVisitDialog');
const EditVisitDialog = lazyDialog(() => import('./visit-dialogs.tsx'), 'EditVisitDialog');
const SkipVisitDialog = lazyDialog(() => import('./skip-visit-dialog.tsx'), 'SkipVisitDialog');

export function ProjectVisits({ project }: { project: Project }) {
  const { open, dialogs } = useDialogs({
    plan: (control) => <PlanVisitDialog {...control} project={project} />,
    edit: (control, visit: PlannedVisit) => <EditVisitDialog {...control} visit={visit} />,
    skip: (control, visit: PlannedVisit) => <SkipVisitDialog {...control} visit={visit} />,
    remove: (control, visit: PlannedVisit) => (
      <ConfirmCall
        {...control}
        followsRow
        route={removePlannedVisit}
        input={{ params: { id: visit.id } }}
        title="Remove planned visit"
        sentence={`The visit planned for ${visitName(visit)} will be removed. To keep a record of why it doesn't take place, skip it instead.`}
        confirmLabel="Remove"
        successToast="Planned visit removed"
        errorToast="Failed to remove the planned visit"
      />
    ),
  });
  const coming = useInfiniteList(plannedVisits, { query: { projectId: project.id, show: 'open', limit: 20 } });
  const plan = (
    <Button icon={Plus} onClick={() => open('plan')}>
      Plan visit
    </Button>
  );
  const hasSome = (coming.data?.rows.length ?? 0) > 0;
  return (
    <section aria-labelledby="planned-visits" className="mt-8 max-w-3xl">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="planned-visits" className="font-semibold text-lg">
          Planned visits
        </h2>
        {hasSome && plan}
      </div>
      <InfiniteList
        list={coming}
        moreLabel="Show more"
        skeletons={<Skeleton className="h-24 rounded-card" />}
        empty={
          <EmptyState icon={CalendarDays} title="No visits planned" action={plan} className="py-6">
            Photographers see what is planned for them, and clients when the next visit is expected.
          </EmptyState>
        }
      >
        {(rows) => (
          <VisitRows rows={rows}>
            {(visit) => (
              <Menu
                label={`Actions for ${visitName(visit)}`}
                items={[
                  { label: 'Change', icon: Pencil, onSelect: () => open('edit', visit) },
                  { label: 'Skip', icon: X, onSelect: () => open('skip', visit) },
                  'separator',
                  { label: 'Remove', icon: Trash2, tone: 'danger', onSelect: () => open('remove', visit) },
                ]}
              />
            )}
          </VisitRows>
        )}
      </InfiniteList>
      <Done project={project} onRemove={(visit) => open('remove', visit)} />
      {dialogs}
    </section>
  );
}

function VisitRows({
  rows,
  children,
}: {
  rows: readonly PlannedVisit[];
  children: (visit: PlannedVisit) => ReactNode;
}) {
  return (
    <Card>
      <ul className="divide-y divide-line">
        {rows.map((visit) => (
          <li key={visit.id} className="flex items-start gap-2 py-3 pr-2 pl-4 sm:pl-5">
            <VisitFacts visit={visit} />
            {children(visit)}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function VisitFacts({ visit }: { visit: PlannedVisit }) {
  const { day, state, note, skipped, session } = visit;
  return (
    <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium tabular-nums">{formatDate(day)}</span>
        <VisitStateBadge state={state} />
      </p>
      <p className="wrap-anywhere text-muted text-sm">
        {placeWords(visit)} · {photographerWords(visit)}
      </p>
      {note && <p className="wrap-anywhere whitespace-pre-line text-sm">{note}</p>}
      {skipped && (
        <p className="wrap-anywhere text-sm">
          Skipped by {skipped.byName}: {skipped.reason}
        </p>
      )}
      {session && (
        <p className="text-sm">
          <Link href={`/sessions/${session.id}`} className="touch-target underline">
            Session of {formatDate(session.captureDate)}
          </Link>
        </p>
      )}
    </div>
  );
}

/** Fetched when somebody asks for them. */
function Done({ project, onRemove }: { project: Project; onRemove: (visit: PlannedVisit) => void }) {
  const [isShown, setShown] = useState(false);
  const query = { projectId: project.id, show: 'done', limit: 20 } as const;
  const done = useInfiniteList(plannedVisits, { query }, { enabled: isShown });
  return (
    <div className="mt-3">
      <Button size="sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide fulfilled and skipped visits' : 'Show fulfilled and skipped visits'}
      </Button>
      {isShown && (
        <div className="mt-3">
          <InfiniteList
            list={done}
            moreLabel="Show more"
            skeletons={<Skeleton className="h-24 rounded-card" />}
            empty={<p className="text-muted">No planned visit was fulfilled or skipped yet.</p>}
          >
            {(rows) => (
              <VisitRows rows={rows}>
                {(visit) =>
                  visit.session === null && (
                    <Menu
                      label={`Actions for ${visitName(visit)}`}
                      items={[{ label: 'Remove', icon: Trash2, tone: 'danger', onSelect: () => onRemove(visit) }]}
                    />
                  )
                }
              </VisitRows>
            )}
          </InfiniteList>
        </div>
      )}
    </div>
  );
}
