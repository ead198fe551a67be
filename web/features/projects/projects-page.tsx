// The projects that somebody may see, and for admins their making, changing and removing.
import { FolderKanban, HardHat, Info, Pencil, Plus, Trash2, UsersRound } from 'lucide-react';
import { useEffect } from 'react';
import { can } from '#contract/policy.ts';
import { type Project, projects } from '#contract/projects/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { count } from '#web/lib/format/format.ts';
import { useMarked } from '#web/lib/page/use-marked.ts';
import { param, useSearchParams } from '#web/lib/routing/search-params.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import {
  ProjectCardSkeletons,
  ProjectCoverCard,
  ProjectFigure,
  projectGrid,
} from '#web/ui/display/project-cover-card.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { CreateProjectDialog, type OpenProjectDialog, useProjectDialogs } from './project-dialogs.tsx';

const shape = { new: param.flag(), highlight: param.id() };
/** Behaviour §10.6. */
const skeletonCount = 6;
const MarkedProject = lazySection(() => import('./marked-project.tsx'), 'MarkedProject', null);

export function ProjectsPage() {
  const manages = can.manageProjects(useCurrentUser().actor);
  const [{ new: asksNew, highlight }, setAddress] = useSearchParams(shape);
  const list = useInfiniteList(projects, {});
  // Here and not beside the cards: an open one stays when its project, perhaps the last, leaves the list.
  const { open, dialogs } = useProjectDialogs();
  useEffect(() => {
    if (!asksNew) return;
    if (manages) open('create');
    setAddress({ new: undefined });
  }, [asksNew, manages, open, setAddress]);
  const create = () => open('create');
  const place = useMarked(highlight, list.data?.rows);
  const card = { manages, open };
  return (
    <div className="page pb-8">
      <PageHeader
        title="Projects"
        actions={
          manages && (
            <Button variant="primary" icon={Plus} onClick={create} onPointerEnter={CreateProjectDialog.preload}>
              New Project
            </Button>
          )
        }
      />
      {highlight !== undefined && place && (
        <MarkedProject key={highlight} id={highlight} place={place} onHide={() => setAddress({ highlight: undefined })}>
          {(project) => (
            <div className={projectGrid}>
              <ProjectCard {...card} project={project} isFirst highlighted />
            </div>
          )}
        </MarkedProject>
      )}
      <InfiniteList
        list={list}
        skeletons={<ProjectCardSkeletons count={skeletonCount} />}
        empty={<NoProjects onCreate={manages ? create : undefined} />}
      >
        {(rows) => <ProjectGrid {...card} rows={rows} highlight={highlight} />}
      </InfiniteList>
      {dialogs}
    </div>
  );
}

function NoProjects({ onCreate }: { onCreate: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={FolderKanban}
      title="No projects found"
      action={
        onCreate && (
          <Button variant="primary" icon={Plus} onClick={onCreate}>
            Create Project
          </Button>
        )
      }
    >
      {onCreate ? 'Get started by creating your first project.' : 'No projects have been assigned to you yet.'}
    </EmptyState>
  );
}

type ProjectGridProps = {
  rows: Project[];
  highlight: number | undefined;
  manages: boolean;
  open: OpenProjectDialog;
};

function ProjectGrid({ rows, highlight, manages, open }: ProjectGridProps) {
  return (
    <ul className={projectGrid}>
      {rows.map((project, index) => (
        <li key={project.id} className="grid min-w-0">
          <ProjectCard
            project={project}
            isFirst={index === 0}
            highlighted={project.id === highlight}
            manages={manages}
            open={open}
          />
        </li>
      ))}
    </ul>
  );
}

// One project in the list: its newest picture, what it is, and what can be done with it.
type ProjectCardProps = {
  project: Project;
  isFirst: boolean;
  highlighted: boolean;
  manages: boolean;
  open: OpenProjectDialog;
};

function ProjectCard({ project, isFirst, highlighted, manages, open }: ProjectCardProps) {
  return (
    <ProjectCoverCard project={project} isFirst={isFirst} highlighted={highlighted}>
      <p className="-mt-3 text-muted text-sm tabular-nums">
        Created <Instant at={project.createdAt} day />
      </p>
      {project.description && <p className="wrap-anywhere line-clamp-3">{project.description}</p>}
      <p className="mt-auto flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm tabular-nums">
        <ProjectFigure icon={HardHat}>{count(project.siteCount, 'Site')}</ProjectFigure>
        <ProjectFigure icon={UsersRound}>Team: {project.teamCount}</ProjectFigure>
      </p>
      <div className="flex items-center justify-between gap-2">
        <Button size="sm" icon={Info} onClick={() => open('details', project)}>
          Details
        </Button>
        {manages && (
          <Menu
            size="sm"
            label={`Actions for ${project.name}`}
            items={[
              { label: 'Edit', icon: Pencil, onSelect: () => open('edit', project) },
              { label: 'Delete', icon: Trash2, tone: 'danger', onSelect: () => open('remove', project) },
            ]}
          />
        )}
      </div>
    </ProjectCoverCard>
  );
}
