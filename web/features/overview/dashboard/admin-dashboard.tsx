// The admin's dashboard: four figures, what waits for a decision, which projects are new, and where everything is managed.
import {
  Activity,
  Camera,
  Check,
  CheckCheck,
  CircleCheckBig,
  ClipboardCheck,
  Clock,
  Eye,
  FolderKanban,
  History,
  Plus,
  Trash2,
  Users,
  X,
} from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { dashboardStats } from '#contract/overview/endpoints.ts';
import { projects } from '#contract/projects/endpoints.ts';
import { type Session, sessions } from '#contract/sessions/endpoints.ts';
import { useApprovalQuestion } from '#web/features/sessions/decision/approval-question.tsx';
import {
  described,
  type OneClick,
  RowDecision,
  UnsentDecisions,
  useOneClick,
} from '#web/features/sessions/decision/one-click.tsx';
import { type OpenSessionDialog, useSessionDialogs } from '#web/features/sessions/page/session-dialogs.tsx';
import { waitingFor } from '#web/features/sessions/parts/session-labels.ts';
import { useApiQuery, useInfiniteList } from '#web/lib/api/queries.ts';
import { count, fullName } from '#web/lib/format/format.ts';
import type { PendingDecision } from '#web/lib/offline/decisions.ts';
import { lazyPart } from '#web/lib/page/lazy-component.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Ago } from '#web/ui/display/ago.tsx';
import { StatCard } from '#web/ui/display/card.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { Needs } from './needs.tsx';
import { OpenDisputes } from './open-disputes.tsx';
import { RecentProjects, SessionRow, SessionRowSkeletons } from './rows.tsx';
import { QuickLinks, Section, SectionList, Stats } from './section.tsx';

// The admin's queue in short: the first five sessions that wait, each with its decision at hand.

/** Behaviour §10.3. */
const maxRows = 5;

function PendingApprovals() {
  const waiting = useInfiniteList(sessions, { query: { status: 'pending', sort: 'submittedAt', limit: maxRows } });
  const { open, dialogs } = useSessionDialogs();
  const oneClick = useOneClick();
  return (
    <Section title="Pending Approvals" more={{ href: '/approvals', label: 'View all' }}>
      <UnsentDecisions oneClick={oneClick} rows={waiting.data?.rows.slice(0, maxRows) ?? []} />
      <SectionList
        list={waiting}
        max={maxRows}
        skeletons={<SessionRowSkeletons rows={3} />}
        empty={
          <EmptyState icon={CircleCheckBig} title="All caught up!">
            There are no pending sessions waiting for approval.
          </EmptyState>
        }
      >
        {(session) => <PendingRow session={session} open={open} oneClick={oneClick} />}
      </SectionList>
      {dialogs}
    </Section>
  );
}

type PendingRowProps = { session: Session; open: OpenSessionDialog; oneClick: OneClick };

function PendingRow({ session, open, oneClick }: PendingRowProps) {
  const { ask, question } = useApprovalQuestion();
  const made = oneClick.of(session);
  const isDecidable = !made && !session.travelling;
  const release = (move: 'approve' | 'accept') =>
    ask(
      session,
      () => oneClick.decide(session, move),
      () => oneClick.act(session, move),
    );
  const complete = { label: 'Complete', icon: CheckCheck, onSelect: () => release('accept') };
  const remove = {
    label: 'Delete session',
    icon: Trash2,
    tone: 'danger',
    onSelect: () => open('remove', session),
  } as const;
  const row = useFocusOnUndone(made);
  return (
    <SessionRow
      session={session}
      also={
        <>
          {fullName(session.photographer)} · <Ago at={session.submittedAt} format={waitingFor} />
        </>
      }
      onDisputes={() => open('disputes', session)}
      last={<Menu size="sm" label="More actions" items={isDecidable ? [complete, remove] : [remove]} />}
    >
      <span ref={row} className="contents">
        {made ? (
          <RowDecision decision={made} oneClick={oneClick} />
        ) : (
          <Button size="sm" icon={Eye} onClick={() => open('media', session)}>
            Review
          </Button>
        )}
        {isDecidable && (
          <>
            <Button size="sm" variant="primary" icon={Check} data-move="approve" onClick={() => release('approve')}>
              Approve
            </Button>
            <Button size="sm" icon={X} onClick={() => open('reject', session)}>
              Reject
            </Button>
          </>
        )}
        {question}
      </span>
    </SessionRow>
  );
}

/** A decision that is undone leaves the focus where it was made: on its button, or on the menu that holds it. Goes on something in the row. */
function useFocusOnUndone(made: PendingDecision | undefined): RefObject<HTMLSpanElement | null> {
  const inRow = useRef<HTMLSpanElement>(null);
  const waited = useRef<string>(undefined);
  useEffect(() => {
    if (!made && waited.current && document.activeElement === document.body) {
      const control = waited.current === 'accept' ? '[aria-haspopup=menu]' : `[data-move=${waited.current}]`;
      inRow.current?.closest('article')?.querySelector<HTMLElement>(control)?.focus({ preventScroll: true });
    }
    waited.current = made && described(made).move;
  }, [made]);
  return inRow;
}

const ResponseTimes = lazyPart(() => import('#web/features/disputes/sign.tsx'), 'ResponseTimes');

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
      <Needs />
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
          <ResponseTimes />
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
