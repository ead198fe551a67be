// System History for admins: every session, every concern and every demo request that ever came in, and the audit log.
import { CircleCheck, History, Mailbox } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { demoRequests } from '#contract/demo-requests.ts';
import { disputeStatuses, disputeStatusLabels } from '#contract/disputes.ts';
import { disputeHistory, sessionHistory } from '#contract/history.ts';
import { can } from '#contract/policy.ts';
import { sessionStatuses, sessionStatusLabels } from '#contract/sessions.ts';
import { Sign } from '#web/features/disputes/late-sign.tsx';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useInfiniteList } from '#web/lib/queries.ts';
import { param, useSearchParams } from '#web/lib/search-params.ts';
import { AccessDenied } from '#web/ui/access-denied.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { InfiniteList } from '#web/ui/infinite-list.tsx';
import { lazySection } from '#web/ui/lazy-section.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Options, Select } from '#web/ui/select.tsx';
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { DemoRequestEntry } from './demo-request-entry.tsx';
import { DisputeEntry } from './dispute-entry.tsx';
import { SessionEntry } from './session-entry.tsx';

const AuditLog = lazySection(() => import('./audit-log.tsx').then((module) => module.AuditLog));

const views = ['sessions', 'disputes', 'requests', 'audit'] as const;
/** Words for both lists, and a status for each of them. */
const shape = {
  tab: param.oneOf(views, 'sessions'),
  q: param.text(),
  status: param.maybe(sessionStatuses),
  concern: param.maybe(disputeStatuses),
};
const noFilters = { q: '', status: undefined, concern: undefined };

export function HistoryPage() {
  const { actor } = useCurrentUser();
  if (!can.readHistory(actor)) {
    return <AccessDenied sentence="Only administrators can access the system history page" />;
  }
  return <Tabbed />;
}

/** The first three are asked at once: the tabs say how many there are of each. The audit log is asked for when it is looked at. */
function Tabbed() {
  const [{ tab, q, status, concern }, setAddress] = useSearchParams(shape);
  const words = q.trim() || undefined;
  const sessions = useInfiniteList(sessionHistory, inputOf(words, status), { keep: true });
  const disputes = useInfiniteList(disputeHistory, inputOf(words, concern), { keep: true });
  const clear = (filtered: boolean, otherwise: ReactNode) =>
    filtered ? <Button onClick={() => setAddress(noFilters)}>Clear Filters</Button> : otherwise;
  const find = <FindField value={q} onSearch={(text) => setAddress({ q: text })} />;
  const requests = useInfiniteList(demoRequests, {});
  return (
    <div className="page">
      <PageHeader title="System History" subtitle="Nothing is ever taken off this record" />
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
          <search className={filterRow}>
            {find}
            <StatusField
              value={status}
              of={sessionStatuses}
              label={(each) => sessionStatusLabels[each]}
              onChange={(chosen) => setAddress({ status: chosen })}
            />
          </search>
          <Entries
            list={sessions}
            skeletons={<Skeletons count={5} className="h-[28rem] md:h-80 lg:h-56" />}
            empty={
              <EmptyState
                icon={History}
                title="No sessions found"
                action={clear(
                  words !== undefined || status !== undefined,
                  <LinkButton href="/sessions/new">New Session</LinkButton>,
                )}
              />
            }
          >
            {(session) => <SessionEntry key={session.id} session={session} />}
          </Entries>
        </TabPanel>
        <TabPanel value="disputes">
          <div className="mb-4">
            <Sign of="times" />
          </div>
          <search className={filterRow}>
            {find}
            <StatusField
              value={concern}
              of={disputeStatuses}
              label={(each) => disputeStatusLabels[each]}
              onChange={(chosen) => setAddress({ concern: chosen })}
            />
          </search>
          <Entries
            list={disputes}
            skeletons={<Skeletons count={3} className="h-[27rem] md:h-80 lg:h-60" />}
            empty={
              <EmptyState
                icon={CircleCheck}
                title={
                  words || concern ? 'No disputes found.' : 'No disputes found - all sessions are running smoothly!'
                }
                action={clear(
                  words !== undefined || concern !== undefined,
                  <LinkButton href="/sessions">All sessions</LinkButton>,
                )}
              />
            }
          >
            {(dispute) => <DisputeEntry key={dispute.id} dispute={dispute} />}
          </Entries>
        </TabPanel>
        <TabPanel value="requests">
          <Entries
            list={requests}
            skeletons={<Skeletons count={3} className="h-44" />}
            empty={
              <EmptyState
                icon={Mailbox}
                title="No demo requests yet"
                action={
                  <LinkButton href="/#contact" reload>
                    Landing page
                  </LinkButton>
                }
              >
                What visitors write on the landing page appears here.
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

/** Without filters exactly what the page came with. */
function inputOf<Status>(q: string | undefined, status: Status | undefined) {
  return q || status ? { query: { q, status } } : {};
}

const filterRow = 'mb-4 flex flex-wrap gap-3';

function FindField(field: Pick<ComponentProps<typeof SearchInput>, 'value' | 'onSearch'>) {
  return (
    <Field label="Search" hideLabel className="min-w-0 flex-1 max-sm:basis-full">
      <SearchInput placeholder="Search words or a number" maxLength={200} {...field} />
    </Field>
  );
}

type StatusFieldProps<Status extends string> = {
  value: Status | undefined;
  of: readonly Status[];
  label: (status: Status) => string;
  onChange: (status: Status | undefined) => void;
};

function StatusField<Status extends string>({ value, of, label, onChange }: StatusFieldProps<Status>) {
  return (
    <Field label="Status" hideLabel className="w-48 max-sm:w-full">
      <Select value={value ?? ''} onChange={({ target }) => onChange(of.find((each) => each === target.value))}>
        <option value="">All Statuses</option>
        <Options of={of} label={label} />
      </Select>
    </Field>
  );
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
