// One concern in the history.
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import type { Reply } from '#contract/core/endpoint.ts';
import type { disputeHistory } from '#contract/overview/endpoints.ts';
import { fullName } from '#web/lib/format/format.ts';
import { lazyPart } from '#web/lib/page/lazy-component.tsx';
import { Fact } from '#web/ui/display/fact-list.tsx';
import { DisputeStatus, Priority } from '#web/ui/display/status-badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Entry, EntryText, Facts, RemovedBadge, When } from './entry.tsx';

const Sign = lazyPart(() => import('#web/features/disputes/sign.tsx'), 'Sign');

type DisputeRecord = Reply<typeof disputeHistory>;

/** 'Dispute Resolved' when it is, 'Active Dispute' while it is open, nothing in between (behaviour §10.6). */
const notes: Partial<Record<DisputeRecord['status'], Omit<ComponentProps<typeof Notice>, 'className'>>> = {
  resolved: { tone: 'green', icon: CircleCheck, children: 'Dispute Resolved' },
  open: { tone: 'red', icon: TriangleAlert, children: 'Active Dispute' },
};

export function DisputeEntry({ dispute }: { dispute: DisputeRecord }) {
  const { client, removedAt, session } = dispute;
  const note = notes[dispute.status];
  return (
    <Entry
      title={`Dispute #${dispute.id}`}
      badges={
        <>
          <DisputeStatus status={dispute.status} />
          <Priority priority={dispute.priority} />
          {!removedAt && <Sign of="due" dispute={dispute} />}
          {removedAt && <RemovedBadge at={removedAt} />}
        </>
      }
    >
      <Facts>
        <Fact label="Session ID">
          {removedAt ? (
            `#${session.id}`
          ) : (
            <Link href={`/sessions/${session.id}`} className="underline underline-offset-2">
              #{session.id}
            </Link>
          )}
        </Fact>
        <Fact label="Project">{session.project.name}</Fact>
        <Fact label="Client ID">
          #{client.id} {fullName(client)}
        </Fact>
        <When label="Created" at={dispute.createdAt} />
        <When label="Updated" at={dispute.updatedAt} />
        {dispute.answeredAt && <When label="First answer" at={dispute.answeredAt} />}
        {dispute.resolvedAt && <When label="Resolved" at={dispute.resolvedAt} />}
      </Facts>
      <EntryText label="Issue Description">{dispute.reason}</EntryText>
      {note && <Notice {...note} className="mt-3" />}
    </Entry>
  );
}
