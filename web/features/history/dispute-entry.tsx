// One concern in the history.
import { CircleCheck, Trash2, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import type { Reply } from '#contract/endpoint.ts';
import type { disputeHistory } from '#contract/history.ts';
import { formatInstantDay, fullName } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { DisputeStatus, Priority } from '#web/ui/status-badge.tsx';
import { Entry, EntryText, Fact, Facts, When } from './entry.tsx';

type DisputeRecord = Reply<typeof disputeHistory>;

export function DisputeEntry({ dispute }: { dispute: DisputeRecord }) {
  const { client, removedAt, session } = dispute;
  return (
    <Entry
      title={`Dispute #${dispute.id}`}
      badges={
        <>
          <DisputeStatus status={dispute.status} />
          <Priority priority={dispute.priority} />
          {removedAt && <Badge icon={Trash2}>Deleted {formatInstantDay(removedAt)}</Badge>}
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
      </Facts>
      <EntryText label="Issue Description">{dispute.reason}</EntryText>
      <Note status={dispute.status} />
    </Entry>
  );
}

/** 'Dispute Resolved' when it is, 'Active Dispute' while it is open, nothing in between (behaviour §10.6). */
function Note({ status }: { status: DisputeRecord['status'] }) {
  if (status === 'resolved') {
    return (
      <p className="mt-3 flex items-center gap-2 rounded-control bg-green-soft px-3 py-2 text-green-ink">
        <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
        Dispute Resolved
      </p>
    );
  }
  if (status !== 'open') return null;
  return (
    <p className="mt-3 flex items-center gap-2 rounded-control bg-red-soft px-3 py-2 text-red-ink">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      Active Dispute
    </p>
  );
}
