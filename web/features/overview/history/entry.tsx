// The entries of System History: sessions with their review, concerns, and demo requests.
import { ChevronDown, CircleCheck, Trash2, TriangleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import type { demoRequests } from '#contract/accounts/auth.ts';
import type { Reply } from '#contract/core/endpoint.ts';
import type { disputeHistory, sessionHistory } from '#contract/overview/endpoints.ts';
import { NotifiedLine } from '#web/features/sessions/parts/notified-names.tsx';
import { siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { fullName, phaseLabel } from '#web/lib/format/format.ts';
import { lazyPart } from '#web/lib/page/lazy-component.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { ClampedText } from '#web/ui/display/clamped-text.tsx';
import { ContactLink, Fact } from '#web/ui/display/fact-list.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { DisputeStatus, Priority, SessionStatus } from '#web/ui/display/status-badge.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

// One session in the history: everything about it and its review, and on demand its whole timeline.
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
        <NotifiedLine session={session} />
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

// One concern in the history.
const AnswerDue = lazyPart(() => import('#web/features/disputes/sign.tsx'), 'AnswerDue');

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
          {!removedAt && <AnswerDue dispute={dispute} />}
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

type EntryProps = { title: ReactNode; badges: ReactNode; children: ReactNode };

/** Far ones are not laid out until one scrolls near, so that thousands scroll as well as ten. */
function Entry({ title, badges, children }: EntryProps) {
  return (
    <li className="min-w-0 [contain-intrinsic-size:auto_14rem] [content-visibility:auto]">
      <Card as="article" padded>
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <h2 className="mr-1 font-semibold tabular-nums">{title}</h2>
          {badges}
        </div>
        {children}
      </Card>
    </li>
  );
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-3 xl:grid-cols-5">{children}</dl>;
}

function When({ label, at }: { label: string; at: string | null }) {
  return <Fact label={label}>{at && <Instant at={at} />}</Fact>;
}

function RemovedBadge({ at }: { at: string }) {
  return (
    <Badge icon={Trash2}>
      Deleted <Instant at={at} day />
    </Badge>
  );
}

/** Notes and reasons, with the line breaks they were written with. */
function EntryText({ label, children }: { label: string; children: string | null }) {
  if (!children) return null;
  return (
    <div className="mt-3 border-line border-t pt-3">
      <h3 className="text-muted text-sm">{label}</h3>
      <ClampedText what={`the ${label.toLowerCase()}`} className="max-w-prose">
        {children}
      </ClampedText>
    </div>
  );
}

// One demo request from the landing page, with the ways to answer it.
export function DemoRequestEntry({ request }: { request: Reply<typeof demoRequests> }) {
  const { email, phone, projectType } = request;
  return (
    <Entry title={request.name} badges={projectType && <Badge>{projectType}</Badge>}>
      <Facts>
        <Fact label="Company">{request.company}</Fact>
        <Fact label="Email">
          <ContactLink to={email} />
        </Fact>
        <Fact label="Phone">{phone && <ContactLink to={phone} />}</Fact>
        <When label="Received" at={request.createdAt} />
      </Facts>
      <EntryText label="Project Brief">{request.projectBrief}</EntryText>
    </Entry>
  );
}
