// The projects that somebody may see, and for admins their making, changing and removing.
import { FolderKanban, Plus } from 'lucide-react';
import { useEffect } from 'react';
import { can } from '#contract/policy.ts';
import { getProject, type Project, projects } from '#contract/projects.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useLeadingColumns } from '#web/lib/media-query.ts';
import { useApiQuery, useInfiniteList } from '#web/lib/queries.ts';
import { param, useSearchParams } from '#web/lib/search-params.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { InfiniteList } from '#web/ui/infinite-list.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ProjectCardSkeletons, projectGrid } from '#web/ui/project-cover-card.tsx';
import { ProjectCard } from './project-card.tsx';
import { CreateProjectDialog, type OpenProjectDialog, useProjectDialogs } from './project-dialogs.tsx';

const shape = { new: param.flag(), highlight: param.id() };
/** Behaviour §10.6. */
const skeletonCount = 6;

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
      <InfiniteList
        list={list}
        skeletons={<ProjectCardSkeletons count={skeletonCount} />}
        empty={<NoProjects onCreate={manages ? create : undefined} />}
      >
        {(rows) => <ProjectGrid rows={rows} highlight={highlight} manages={manages} open={open} />}
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

/** A highlighted project that is further down than what was loaded is fetched and shown first. */
function useHighlighted(rows: Project[], highlight: number | undefined): Project[] {
  const missing = highlight !== undefined && !rows.some(({ id }) => id === highlight);
  const { data } = useApiQuery(getProject, { params: { id: highlight ?? 0 } }, { enabled: missing });
  return missing && data ? [data, ...rows] : rows;
}

type ProjectGridProps = {
  rows: Project[];
  highlight: number | undefined;
  manages: boolean;
  open: OpenProjectDialog;
};

function ProjectGrid({ rows, highlight, manages, open }: ProjectGridProps) {
  const shown = useHighlighted(rows, highlight);
  const leading = useLeadingColumns();
  const isThere = highlight !== undefined && shown.some(({ id }) => id === highlight);
  useEffect(() => {
    if (isThere) document.querySelector(`[data-project="${highlight}"]`)?.scrollIntoView({ block: 'center' });
  }, [isThere, highlight]);
  return (
    <ul className={projectGrid}>
      {shown.map((project, index) => (
        <li key={project.id} className="grid min-w-0">
          <ProjectCard
            project={project}
            isFirst={index < leading}
            highlighted={project.id === highlight}
            manages={manages}
            open={open}
          />
        </li>
      ))}
    </ul>
  );
}
