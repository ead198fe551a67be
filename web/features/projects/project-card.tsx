// One project in the list: its newest picture, what it is, and what can be done with it.
import { HardHat, Info, Pencil, Trash2, UsersRound } from 'lucide-react';
import type { Project } from '#contract/projects/endpoints.ts';
import { count } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { ProjectCoverCard, ProjectFigure } from '#web/ui/display/project-cover-card.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { OpenProjectDialog } from './project-dialogs.tsx';

type ProjectCardProps = {
  project: Project;
  isFirst: boolean;
  highlighted: boolean;
  manages: boolean;
  open: OpenProjectDialog;
};

export function ProjectCard({ project, isFirst, highlighted, manages, open }: ProjectCardProps) {
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
