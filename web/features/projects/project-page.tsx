// One project: who it is for, how it grew, its sites, its people and what clients are worried about.
import { Columns2, FolderCog, Images, Pencil, Plus, Trash2 } from 'lucide-react';
import { useLocation } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import { can } from '#contract/policy.ts';
import { getProject, type Project } from '#contract/projects/endpoints.ts';
import { NextVisitLine } from '#web/features/planned-visits/next-visit.tsx';
import { HandoverButton } from '#web/features/sharing/handover-button.tsx';
import { PackButton } from '#web/features/sharing/pack-button.tsx';
import { PeriodReportButton } from '#web/features/sharing/period-report-button.tsx';
import { ShareButton } from '#web/features/sharing/share-button.tsx';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { count, fullName } from '#web/lib/format/format.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { param, useSearchParams } from '#web/lib/routing/search-params.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { TabPanel, Tabs } from '#web/ui/controls/tabs.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { ProjectStatus } from '#web/ui/display/status-badge.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { useProjectDialogs } from './project-dialogs.tsx';
import { ProjectTimeline } from './project-timeline.tsx';
import { SiteList } from './site-list.tsx';

const CreateSessionDialog = lazyDialog(
  () => import('#web/features/sessions/form/create-session-dialog.tsx'),
  'CreateSessionDialog',
);

const ProjectMembers = lazySection(() => import('./project-members.tsx'), 'ProjectMembers');
const ProjectDisputes = lazySection(() => import('./project-disputes.tsx'), 'ProjectDisputes');
const ProjectViewpoints = lazySection(
  () => import('#web/features/viewpoints/project-viewpoints.tsx'),
  'ProjectViewpoints',
);
const ProjectStages = lazySection(() => import('#web/features/stages/project-stages.tsx'), 'ProjectStages');
const ProjectVisits = lazySection(() => import('#web/features/planned-visits/project-visits.tsx'), 'ProjectVisits');
const VisitCode = lazySection(() => import('#web/features/sessions/form/visit-code.tsx'), 'VisitCode', null);
const MediaFoldersDialog = lazyDialog(() => import('./media-folders-dialog.tsx'), 'MediaFoldersDialog');

const ProjectUpdatesDialog = lazyDialog(() => import('./project-updates-dialog.tsx'), 'ProjectUpdatesDialog');

const tabs = ['progress', 'stages', 'viewpoints', 'sites', 'members', 'concerns'] as const;
const shape = { tab: param.oneOf(tabs, 'progress'), siteId: param.id() };
const back = { href: '/projects', label: 'Projects' };

const allProjects = { href: '/projects', label: 'All projects' };

export function ProjectPage({ params }: { params: Record<string, string> }) {
  const found = useApiQuery(getProject, { params: { id: Number(params.id) } });
  if (found.data) return <LoadedProject project={found.data} />;
  return (
    <div className="page">
      <PageHeader title="Project" subtitle={!found.error && <Skeleton className="h-16 w-72" />} back={back} />
      {found.error ? <LoadFailure query={found} what="project" back={allProjects} /> : <Skeletons />}
    </div>
  );
}

function Skeletons() {
  return (
    <>
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="mt-5 h-10" />
      <Skeleton className="mt-4 h-9 w-64" />
      <SkeletonList count={4} className="mt-12 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Skeleton className="h-60 rounded-card" />
      </SkeletonList>
    </>
  );
}

function LoadedProject({ project }: { project: Project }) {
  const [{ tab, siteId }, setAddress] = useSearchParams(shape);
  const { client } = project;
  const { actor, person } = useCurrentUser();
  return (
    <div className="page actions-in-line pb-8">
      <PageHeader
        title={project.name}
        subtitle={
          <>
            <p className="wrap-anywhere">{[fullName(client), client.company].filter(Boolean).join(', ')}</p>
            <p className="wrap-anywhere mt-1 text-sm tabular-nums">
              {project.location && `${project.location} · `}Created <Instant at={project.createdAt} day />
              {project.lastCaptureDate && ` · Last session ${formatDate(project.lastCaptureDate)}`}
            </p>
            <NextVisitLine projectId={project.id} />
            {project.visitCodes && person.role === 'photographer' && (
              <div className="mt-2">
                <VisitCode projectId={project.id} />
              </div>
            )}
          </>
        }
        badge={<ProjectStatus status={project.status} />}
        back={back}
        actions={<Actions project={project} />}
      />
      {project.description && (
        <p className="wrap-anywhere -mt-1 max-w-3xl whitespace-pre-line">{project.description}</p>
      )}
      <Tabs
        label="Parts of the project"
        className="mt-5"
        value={tab}
        onValueChange={(value) => setAddress({ tab: tabs.find((each) => each === value) })}
        tabs={[
          { value: 'progress', label: 'Progress', count: project.sessionCount },
          { value: 'stages', label: 'Stages' },
          { value: 'viewpoints', label: 'Viewpoints' },
          { value: 'sites', label: 'Sites', count: project.siteCount },
          { value: 'members', label: 'Members' },
          { value: 'concerns', label: 'Concerns' },
        ]}
      >
        <TabPanel value="progress">
          <ProjectTimeline project={project} siteId={siteId} onSite={(id) => setAddress({ siteId: id })} />
        </TabPanel>
        <TabPanel value="stages">
          <ProjectStages project={project} />
        </TabPanel>
        <TabPanel value="viewpoints">
          <ProjectViewpoints project={project} />
        </TabPanel>
        <TabPanel value="sites">
          <p className="mb-4 text-muted">
            {count(project.siteCount, 'site')}, {project.assignedSiteCount} assigned
          </p>
          <SiteList projectId={project.id} expected={project.siteCount} wide />
          {can.manageVisits(actor) && <ProjectVisits project={project} />}
        </TabPanel>
        <TabPanel value="members">
          <ProjectMembers project={project} />
        </TabPanel>
        <TabPanel value="concerns">
          <ProjectDisputes projectId={project.id} />
        </TabPanel>
      </Tabs>
    </div>
  );
}

function Actions({ project }: { project: Project }) {
  const { actor, person } = useCurrentUser();
  const [, navigate] = useLocation();
  const own = useDialogs({
    create: (control) => <CreateSessionDialog {...control} projectId={project.id} />,
    updates: (control) => <ProjectUpdatesDialog {...control} project={project} />,
    folders: (control) => <MediaFoldersDialog {...control} project={project} />,
  });
  const { open, dialogs } = useProjectDialogs({ onRemoved: () => navigate('/projects') });
  return (
    <>
      {person.role === 'client' && (
        <LinkButton href={`/dashboard?tab=sessions&projectId=${project.id}`} icon={Images}>
          View Sessions
        </LinkButton>
      )}
      {can.submitTo(actor, project.standing) && (
        <Button variant="primary" icon={Plus} onClick={() => own.open('create')}>
          New Session
        </Button>
      )}
      {project.sessionCount > 1 && (
        <LinkButton href={`/projects/${project.id}/compare`} icon={Columns2}>
          Compare
        </LinkButton>
      )}
      <Button onClick={() => own.open('updates')}>Updates</Button>
      <ShareButton subject={{ scope: 'project', projectId: project.id, name: project.name }} />
      <PeriodReportButton project={project} />
      <PackButton project={project} />
      <HandoverButton project={project} />
      {can.manageProjects(actor) && (
        <>
          <Button icon={Pencil} onClick={() => open('edit', project)}>
            Edit
          </Button>
          <Menu
            label={`More actions for ${project.name}`}
            variant="secondary"
            items={[
              { label: 'Media Folders', icon: FolderCog, onSelect: () => own.open('folders') },
              'separator',
              { label: 'Delete', icon: Trash2, tone: 'danger', onSelect: () => open('remove', project) },
            ]}
          />
        </>
      )}
      {dialogs}
      {own.dialogs}
    </>
  );
}
