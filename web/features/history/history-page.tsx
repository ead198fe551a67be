// System History for admins: every session, every concern and every demo request that ever came in.
import { CircleCheck, History, Mailbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { demoRequests } from '#contract/demo-requests.ts';
import { disputeHistory, sessionHistory } from '#contract/history.ts';
import { can } from '#contract/policy.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useInfiniteList } from '#web/lib/queries.ts';
import { param, useSearchParams } from '#web/lib/search-params.ts';
import { AccessDenied } from '#web/ui/access-denied.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { QueryList } from '#web/ui/query-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { DemoRequestEntry } from './demo-request-entry.tsx';
import { DisputeEntry } from './dispute-entry.tsx';
import { SessionEntry } from './session-entry.tsx';

const views = ['sessions', 'disputes', 'requests'] as const;
const shape = { tab: param.oneOf(views, 'sessions') };

export function HistoryPage() {
  const { actor } = useCurrentUser();
  if (!can.readHistory(actor)) {
    return <AccessDenied sentence="Only administrators can access the system history page" />;
  }
  return <Everything />;
}

/** All three are asked at once: the tabs say how many there are of each. */
function Everything() {
  const [{ tab }, setAddress] = useSearchParams(shape);
  const sessions = useInfiniteList(sessionHistory, {});
  const disputes = useInfiniteList(disputeHistory, {});
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
        ]}
      >
        <TabPanel value="sessions">
          <QueryList
            list={sessions}
            skeletons={<Skeletons count={5} className="h-[28rem] md:h-80 lg:h-56" />}
            empty={<EmptyState icon={History} title="No sessions found" />}
          >
            {(rows) => (
              <Entries>
                {rows.map((session) => (
                  <SessionEntry key={session.id} session={session} />
                ))}
              </Entries>
            )}
          </QueryList>
          <LoadMore list={sessions} />
        </TabPanel>
        <TabPanel value="disputes">
          <QueryList
            list={disputes}
            skeletons={<Skeletons count={3} className="h-[27rem] md:h-80 lg:h-60" />}
            empty={<EmptyState icon={CircleCheck} title="No disputes found - all sessions are running smoothly!" />}
          >
            {(rows) => (
              <Entries>
                {rows.map((dispute) => (
                  <DisputeEntry key={dispute.id} dispute={dispute} />
                ))}
              </Entries>
            )}
          </QueryList>
          <LoadMore list={disputes} />
        </TabPanel>
        <TabPanel value="requests">
          <QueryList
            list={requests}
            skeletons={<Skeletons count={3} className="h-44" />}
            empty={
              <EmptyState icon={Mailbox} title="No demo requests yet">
                What visitors write on the landing page appears here.
              </EmptyState>
            }
          >
            {(rows) => (
              <Entries>
                {rows.map((request) => (
                  <DemoRequestEntry key={request.id} request={request} />
                ))}
              </Entries>
            )}
          </QueryList>
          <LoadMore list={requests} />
        </TabPanel>
      </Tabs>
    </div>
  );
}

/** 'Session History (1,204)', without the count until it is known (pages §2). */
function titled(title: string, count: number | undefined): string {
  return count === undefined ? title : `${title} (${formatNumber(count)})`;
}

function Entries({ children }: { children: ReactNode }) {
  return <ul className="grid grid-cols-1 gap-3">{children}</ul>;
}

function Skeletons({ count, className }: { count: number; className: string }) {
  return (
    <div aria-hidden="true" className="grid gap-3">
      {Array.from({ length: count }, (_, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places, not things
        <Skeleton key={nth} className={`rounded-card ${className}`} />
      ))}
    </div>
  );
}
