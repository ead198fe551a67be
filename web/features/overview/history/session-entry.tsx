// One session in the history: everything about it and its review, and on demand its whole timeline.
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { Reply } from '#contract/core/endpoint.ts';
import type { sessionHistory } from '#contract/overview/endpoints.ts';
import { siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { ToldLine } from '#web/features/sessions/parts/told.tsx';
import { classNames } from '#web/lib/format/class-names.ts';
import { fullName, phaseLabel } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Fact } from '#web/ui/display/fact-list.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { SessionStatus } from '#web/ui/display/status-badge.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { Entry, EntryText, Facts, RemovedBadge, When } from './entry.tsx';

const Timeline = lazySection(
  () => import('#web/features/sessions/page/timeline.tsx'),
  'Timeline',
  <Skeleton className="h-24" />,
);

type SessionRecord = Reply<typeof sessionHistory>;

/** What the review's date is called; a session that waits (again) has none. */
const reviewed: Partial<Record<SessionRecord['status'], string>> = {
  approved: 'Approved',
  completed: 'Approved',
  rejected: 'Rejected',
};

export function SessionEntry({ session }: { session: SessionRecord }) {
  const { id, removedAt, reviewer, status } = session;
  const decision = reviewed[status];
  return (
    <Entry
      title={
        removedAt ? (
          `Session #${id}`
        ) : (
          <Link href={`/sessions/${id}`} className="rounded-control hover:underline">
            Session #{id}
          </Link>
        )
      }
      badges={
        <>
          <SessionStatus status={status} inHistory />
          {session.phase && <Badge>{phaseLabel(session.phase)}</Badge>}
          {removedAt && <RemovedBadge at={removedAt} />}
        </>
      }
    >
      <Facts>
        <Fact label="Project">{session.project.name}</Fact>
        <Fact label="Site">{siteLabel(session)}</Fact>
        <Fact label="Photographer">{fullName(session.photographer)}</Fact>
        <When label="Uploaded" at={session.createdAt} />
        {decision && <When label={decision} at={session.reviewedAt} />}
        {decision && <Fact label="Reviewer">{reviewer && fullName(reviewer)}</Fact>}
        <When label="Updated" at={session.updatedAt} />
      </Facts>
      <div className="mt-3 empty:hidden">
        <ToldLine session={session} />
      </div>
      <EntryText label="Notes">{session.notes}</EntryText>
      <EntryText label="Review Notes">{session.reviewNotes}</EntryText>
      <EntryText label="Rejection Reason">{session.rejectionReason}</EntryText>
      <TimelineToggle sessionId={id} />
    </Entry>
  );
}

/** Who did what and when (behaviour §2.7); asked for only when somebody wants to know. */
function TimelineToggle({ sessionId }: { sessionId: number }) {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  return (
    <div className="mt-3">
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
        className="-ml-2.5"
      >
        <ChevronDown aria-hidden="true" className={classNames('size-4 transition-transform', isOpen && 'rotate-180')} />
        Timeline
        <span className="sr-only"> of session {sessionId}</span>
      </Button>
      <div id={panelId} hidden={!isOpen} className="pt-3">
        {isOpen && <Timeline sessionId={sessionId} />}
      </div>
    </div>
  );
}
