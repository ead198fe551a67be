// The viewpoints of a project, site by site: a card each with its newest picture, and for its crew their order and names.

import { Crosshair } from 'lucide-react';
import { useState } from 'react';
import { can } from '#contract/policy.ts';
import type { Project } from '#contract/projects/endpoints.ts';
import { editViewpoint, type Viewpoint, viewpoints } from '#contract/viewpoints/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { count } from '#web/lib/format/format.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { LoadMore } from '#web/ui/lists/infinite-list.tsx';
import { ViewpointCard } from './viewpoint-card.tsx';
import { numberedName } from './viewpoint-labels.ts';

const RenameViewpointDialog = lazyDialog(() => import('./rename-viewpoint-dialog.tsx'), 'RenameViewpointDialog');

const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

export function ProjectViewpoints({ project }: { project: Project }) {
  const found = useInfiniteList(viewpoints, { params: { id: project.id }, query: { limit: 500 } });
  if (found.data && found.data.rows.length > 0)
    return (
      <>
        <Loaded rows={found.data.rows} />
        <LoadMore list={found} />
      </>
    );
  if (found.data) return <NoViewpoints project={project} />;
  if (found.error) return <QueryError query={found} />;
  return (
    <SkeletonList count={4} className={grid}>
      <Skeleton className="h-60 rounded-card" />
    </SkeletonList>
  );
}

function NoViewpoints({ project }: { project: Project }) {
  const { actor } = useCurrentUser();
  if (!can.manageViewpoints(actor))
    return (
      <EmptyState icon={Crosshair} title="No viewpoints yet">
        Places that are photographed at every visit will appear here, so that you can watch them change.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Crosshair}
      title="No viewpoints yet"
      action={<LinkButton href={`/projects/${project.id}`}>Choose a visit</LinkButton>}
    >
      Make viewpoints from a visit: open one, and tick the pictures that every later visit should have again.
    </EmptyState>
  );
}

function Loaded({ rows }: { rows: readonly Viewpoint[] }) {
  const [showsRetired, setShowsRetired] = useState(false);
  const sites = bySite(rows.filter(({ retired }) => !retired));
  const retired = rows.filter((each) => each.retired);
  const manage = useManage();
  return (
    <div className="grid gap-6">
      <p className="text-muted text-sm">Press and hold a picture (or the space bar) to see the first visit.</p>
      {sites.map(({ site, viewpoints: ordered }) => (
        <section key={site?.id ?? 0} aria-label={site?.name ?? 'Whole project'} className="grid gap-3">
          {sites.length > 1 && <h2 className="font-semibold text-lg">{site?.name ?? 'Whole project'}</h2>}
          <Cards viewpoints={ordered} manage={manage} />
        </section>
      ))}
      {retired.length > 0 && (
        <section aria-label="Retired viewpoints" className="grid gap-3">
          <Button
            className="justify-self-start"
            aria-expanded={showsRetired}
            onClick={() => setShowsRetired(!showsRetired)}
          >
            {showsRetired ? 'Hide' : 'Show'} {count(retired.length, 'retired viewpoint')}
          </Button>
          {showsRetired && <Cards viewpoints={retired} manage={manage} />}
        </section>
      )}
      <p role="status" className="sr-only">
        {manage.announcement}
      </p>
      {manage.dialogs}
    </div>
  );
}

type Manage = ReturnType<typeof useManage>;

function Cards({ viewpoints: ordered, manage }: { viewpoints: readonly Viewpoint[]; manage: Manage }) {
  return (
    <ol className={grid}>
      {ordered.map((viewpoint, index) => (
        <li key={viewpoint.id} className="list-row grid min-w-0">
          <ViewpointCard
            viewpoint={viewpoint}
            {...(viewpoint.mayManage && {
              manage: {
                rename: () => manage.rename(viewpoint),
                retire: () => manage.retire(viewpoint, !viewpoint.retired),
                ...(index > 0 && !viewpoint.retired && { earlier: () => manage.move(viewpoint, ordered[index - 1]) }),
                ...(index < ordered.length - 1 &&
                  !viewpoint.retired && { later: () => manage.move(viewpoint, ordered[index + 1]) }),
              },
            })}
          />
        </li>
      ))}
    </ol>
  );
}

/** What the crew of a site does with its viewpoints; each is said to screen readers, because a menu closes over what it changed. */
function useManage() {
  const [announcement, announce] = useState('');
  const edit = useMutation(editViewpoint, { errorToast: 'Failed to change the viewpoint' });
  const { open, dialogs } = useDialogs({
    rename: (control, viewpoint: Viewpoint) => <RenameViewpointDialog {...control} viewpoint={viewpoint} />,
  });
  async function change({ id, version }: Viewpoint, body: { position?: number; retired?: boolean }, said: string) {
    const done = await edit.run({ params: { id }, body: { ...body, version } });
    if (done) announce(said);
  }
  return {
    announcement,
    dialogs,
    rename: (viewpoint: Viewpoint) => open('rename', viewpoint),
    retire: (viewpoint: Viewpoint, retired: boolean) =>
      void change(viewpoint, { retired }, `${numberedName(viewpoint)} is ${retired ? 'retired' : 'back'}.`),
    /** To the place of its neighbour, which takes its own. */
    move: (viewpoint: Viewpoint, neighbour: Viewpoint | undefined) =>
      neighbour &&
      void change(
        viewpoint,
        { position: neighbour.position },
        `${viewpoint.name} is number ${neighbour.position} now.`,
      ),
  };
}

// Viewpoints under the site that they belong to, both in their order.
type Of = Pick<Viewpoint, 'site' | 'position'>;

export function bySite<Row extends Of>(rows: readonly Row[]): { site: Row['site']; viewpoints: Row[] }[] {
  type Group = { site: Row['site']; viewpoints: Row[] };
  const sites = new Map<number | undefined, Group>();
  for (const row of rows) {
    const group: Group = sites.get(row.site?.id) ?? { site: row.site, viewpoints: [] };
    sites.set(row.site?.id, group);
    group.viewpoints.push(row);
  }
  return [...sites.values()].map(({ site, viewpoints }) => ({
    site,
    viewpoints: viewpoints.sort((one, other) => one.position - other.position),
  }));
}
