// The admin's dashboard: four figures, what waits for a decision, which projects are new, and where everything is managed.
import { Activity, Camera, ClipboardCheck, Clock, FolderKanban, History, Plus, Users } from 'lucide-react';
import { dashboardStats } from '#contract/overview/endpoints.ts';
import { projects } from '#contract/projects/endpoints.ts';
import { useApiQuery, useInfiniteList } from '#web/lib/api/queries.ts';
import { count, fullName } from '#web/lib/format/format.ts';
import { lazyPart } from '#web/lib/page/lazy-component.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { StatCard } from '#web/ui/display/stat-card.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { OpenDisputes } from './open-disputes.tsx';
import { PendingApprovals } from './pending-approvals.tsx';
import { RecentProjects } from './project-row.tsx';
import { QuickLinks } from './quick-links.tsx';
import { Stats } from './stats.tsx';

const Sign = lazyPart(() => import('#web/features/disputes/sign.tsx'), 'Sign');

const links = [
  { href: '/projects', label: 'Manage Projects', icon: FolderKanban },
  { href: '/users', label: 'User Management', icon: Users },
  { href: '/admin/history', label: 'System History', icon: History },
];

export function AdminDashboard() {
  const stats = useApiQuery(dashboardStats, {});
  const known = stats.data;
  return (
    <div className="page pb-8">
      <PageHeader
        title="Admin Dashboard"
        subtitle="Review new sessions and keep projects moving"
        actions={
          <>
            <LinkButton href="/projects?new=true" variant="primary" icon={Plus}>
              New Project
            </LinkButton>
            <LinkButton href="/approvals" icon={ClipboardCheck}>
              Review Queue
            </LinkButton>
          </>
        }
      />
      <Stats query={stats}>
        <StatCard label="Active Projects" figure={known?.activeProjects} icon={Activity} href="/projects" />
        <StatCard label="Pending Approval" figure={known?.pendingApproval} icon={Clock} href="/approvals" />
        <StatCard label="Weekly Sessions" figure={known?.weeklySessions} icon={Camera} href="/sessions" />
        <StatCard label="Active Users" figure={known?.activeUsers} icon={Users} href="/users" />
      </Stats>
      <div className="mt-4 grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">
          <PendingApprovals />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <OpenDisputes />
          <Sign of="times" />
          <NewestProjects />
          <QuickLinks title="Administration" links={links} />
        </div>
      </div>
    </div>
  );
}

/** Behaviour §10.3. */
const maxProjects = 3;

function NewestProjects() {
  return (
    <RecentProjects
      list={useInfiniteList(projects, { query: { limit: maxProjects } })}
      max={maxProjects}
      empty={
        <EmptyState
          icon={FolderKanban}
          title="No projects found"
          action={<LinkButton href="/projects?new=true">Create Project</LinkButton>}
        >
          Get started by creating your first project.
        </EmptyState>
      }
      facts={({ client, siteCount, sessionCount }) => [
        client.company ?? fullName(client),
        `${count(siteCount, 'site')} · ${count(sessionCount, 'session')}`,
      ]}
    />
  );
}
