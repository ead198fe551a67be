// System History for admins: every session, every concern and every demo request that ever came in, and the audit log.

import { CircleCheck, History, Mailbox } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { demoRequests } from '#contract/accounts/auth.ts';
import { disputeStatuses } from '#contract/disputes/endpoints.ts';
import { disputeHistory, sessionHistory } from '#contract/overview/endpoints.ts';
import { can, type DisputeStatus } from '#contract/policy.ts';
import { type SessionStatus, sessionStatuses } from '#contract/sessions/endpoints.ts';
import { retention } from '#contract/settings/endpoints.ts';
import {
  isFiltered,
  type Narrowing,
  narrowingParams,
  narrowingQuery,
  noFilters,
} from '#web/features/sessions/filters/filters.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery, useInfiniteList } from '#web/lib/api/queries.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { lazyPart } from '#web/lib/page/lazy-component.tsx';
import { param, useSearchParams } from '#web/lib/routing/search-params.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { SearchInput } from '#web/ui/controls/search-input.tsx';
import { TabPanel, Tabs } from '#web/ui/controls/tabs.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { AccessDenied } from '#web/ui/feedback/load-failure.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';
import { DemoRequestEntry, DisputeEntry, SessionEntry } from './entry.tsx';

const ResponseTimes = lazyPart(() => import('#web/features/disputes/sign.tsx'), 'ResponseTimes');

const HistoryFilters = lazySection(
  () => import('./history-filters.tsx'),
  'HistoryFilters',
  <Skeleton className="h-17 rounded-card max-lg:h-30" />,
);
const AuditLog = lazySection(() => import('./audit-log.tsx'), 'AuditLog');

const views = ['sessions', 'disputes', 'requests', 'audit'] as const;
/** Words, project, site, photographer and days for both lists, and a status for each of them. */
const shape = { ...narrowingParams, tab: param.oneOf(views, 'sessions'), concern: param.maybe(disputeStatuses) };

export function HistoryPage() {
  const { actor } = useCurrentUser();
  if (!can.readHistory(actor)) {
    return <AccessDenied sentence="Only administrators can access the system history page" />;
  }
  return <Tabbed />;
}

/** Log data beside sessions and concerns may be deleted after a time (behaviour §30). */
function useSubtitle(): string {
  const { data } = useApiQuery(retention, {});
  return data && (data.auditLog !== null || data.demoRequests !== null)
    ? 'Sessions and concerns are never removed from this record'
    : 'Nothing is ever removed from this record';
}

/** The first three are fetched at once, for the counts on their tabs. The audit log is fetched when its tab is opened. */
function Tabbed() {
  const [{ tab, concern, ...ofSessions }, setAddress] = useSearchParams(shape);
  const ofConcerns = { ...ofSessions, status: concern };
  const q = ofSessions.q.trim() || undefined;
  const sessions = useInfiniteList(sessionHistory, inputOf(ofSessions), { keep: true });
  const disputes = useInfiniteList(disputeHistory, inputOf(ofConcerns), { keep: true });
  const requests = useInfiniteList(demoRequests, q ? { query: { q } } : {}, { keep: true });
  const changeSessions = (change: Partial<Narrowing>) => {
    const { status } = { ...ofSessions, ...change };
    setAddress({ ...change, status: sessionStatuses.find((one) => one === status) });
  };
  /** Their status has its own parameter in the address. */
  const changeConcerns = (change: Partial<Narrowing>) => {
    const { status, ...others } = { ...ofConcerns, ...change };
    setAddress({ ...others, concern: disputeStatuses.find((one) => one === status) });
  };
  const clear = (filtered: boolean, otherwise: ReactNode) =>
    filtered ? (
      <Button onClick={() => setAddress({ ...noFilters, concern: undefined })}>Clear Filters</Button>
    ) : (
      otherwise
    );
  return (
    <div className="page">
      <PageHeader title="System History" subtitle={useSubtitle()} />
      <Tabs
        label="History"
        value={tab}
        onValueChange={(chosen) => setAddress({ tab: views.find((view) => view === chosen) })}
        tabs={[
          { value: 'sessions', label: titled('Session History', sessions.data?.total) },
          { value: 'disputes', label: titled('Dispute History', disputes.data?.total) },
          { value: 'requests', label: titled('Demo Requests', requests.data?.total) },
          { value: 'audit', label: 'Audit Log' },
        ]}
      >
        <TabPanel value="sessions">
          <div className="mb-4">
            <HistoryFilters statuses={sessionStatuses} filters={ofSessions} onChange={changeSessions} />
          </div>
          <Entries
            list={sessions}
            skeletons={<Skeletons count={5} className="h-[28rem] md:h-80 lg:h-56" />}
            empty={
              <EmptyState
                icon={History}
                title="No sessions found"
                action={clear(isFiltered(ofSessions), <LinkButton href="/sessions/new">New Session</LinkButton>)}
              />
            }
          >
            {(session) => <SessionEntry key={session.id} session={session} />}
          </Entries>
        </TabPanel>
        <TabPanel value="disputes">
          <div className="mb-4">
            <ResponseTimes />
          </div>
          <div className="mb-4">
            <HistoryFilters statuses={disputeStatuses} filters={ofConcerns} onChange={changeConcerns} />
          </div>
          <Entries
            list={disputes}
            skeletons={<Skeletons count={3} className="h-[27rem] md:h-80 lg:h-60" />}
            empty={
              <EmptyState
                icon={CircleCheck}
                title={
                  isFiltered(ofConcerns)
                    ? 'No disputes found.'
                    : 'No disputes found - all sessions are running smoothly!'
                }
                action={clear(isFiltered(ofConcerns), <LinkButton href="/sessions">All sessions</LinkButton>)}
              />
            }
          >
            {(dispute) => <DisputeEntry key={dispute.id} dispute={dispute} />}
          </Entries>
        </TabPanel>
        <TabPanel value="requests">
          <search className="mb-4 block">
            <FindField value={ofSessions.q} onSearch={(text) => setAddress({ q: text })} />
          </search>
          <Entries
            list={requests}
            skeletons={<Skeletons count={3} className="h-44" />}
            empty={
              <EmptyState
                icon={Mailbox}
                title={q ? 'No demo requests found' : 'No demo requests yet'}
                action={clear(
                  q !== undefined,
                  <LinkButton href="/#contact" reload>
                    Landing page
                  </LinkButton>,
                )}
              >
                {!q && 'What visitors write on the landing page appears here.'}
              </EmptyState>
            }
          >
            {(request) => <DemoRequestEntry key={request.id} request={request} />}
          </Entries>
        </TabPanel>
        <TabPanel value="audit">
          <AuditLog />
        </TabPanel>
      </Tabs>
    </div>
  );
}

/** Without filters, exactly what came with the page. */
function inputOf<Status extends SessionStatus | DisputeStatus>(filters: Narrowing<Status>) {
  const q = filters.q.trim() || undefined;
  return isFiltered(filters) ? { query: { q, ...narrowingQuery(filters, new Date()) } } : {};
}

/** 'Session History (1,204)', without the count until it is known (behaviour §10.6). */
function titled(title: string, count: number | undefined): string {
  return count === undefined ? title : `${title} (${formatNumber(count)})`;
}

type EntriesProps<Row> = Omit<ComponentProps<typeof InfiniteList<Row>>, 'children'> & {
  children: (row: Row) => ReactNode;
};

function Entries<Row>({ children, ...rest }: EntriesProps<Row>) {
  return (
    <InfiniteList {...rest}>
      {(rows) => <ul className="grid grid-cols-1 gap-3">{rows.map((row) => children(row))}</ul>}
    </InfiniteList>
  );
}

function Skeletons({ count, className }: { count: number; className: string }) {
  return (
    <SkeletonList count={count} className="grid gap-3">
      <Skeleton className={`rounded-card ${className}`} />
    </SkeletonList>
  );
}

// The field for the words alone, above the demo requests.
function FindField({ value, onSearch }: { value: string; onSearch: (words: string) => void }) {
  return (
    <Field label="Search" hideLabel>
      <SearchInput placeholder="Search words" maxLength={200} value={value} onSearch={onSearch} />
    </Field>
  );
}
