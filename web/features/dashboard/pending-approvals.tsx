// The admin's queue in short: the first five sessions that wait, each with its decision at hand.
import { Check, CheckCheck, CircleCheckBig, Eye, Trash2, X } from 'lucide-react';
import { editSession, type Session, sessions } from '#contract/sessions.ts';
import { useSessionDialogs } from '#web/features/sessions/session-dialogs.tsx';
import { completionToasts, useReview } from '#web/features/sessions/use-review.ts';
import { fullName } from '#web/lib/format.ts';
import { useInfiniteList } from '#web/lib/queries.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Section, SectionList } from './section.tsx';
import { SessionRow, SessionRowSkeletons } from './session-row.tsx';

/** Behaviour §10.3. */
const maxRows = 5;

export function PendingApprovals() {
  const waiting = useInfiniteList(sessions, { query: { status: 'pending', limit: maxRows } });
  const { open, dialogs } = useSessionDialogs();
  return (
    <Section title="Pending Approvals" more={{ href: '/approvals', label: 'View all' }}>
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
        {(session) => (
          <SessionRow
            session={session}
            also={fullName(session.photographer)}
            onDisputes={() => open('disputes', session)}
            last={<IconButton size="sm" label="Delete session" icon={Trash2} onClick={() => open('remove', session)} />}
          >
            <Button size="sm" icon={Eye} onClick={() => open('media', session)}>
              Review
            </Button>
            <ApproveButton session={session} />
            <Button size="sm" icon={X} onClick={() => open('reject', session)}>
              Reject
            </Button>
            {session.status !== 'completed' && <CompleteButton session={session} />}
          </SessionRow>
        )}
      </SectionList>
      {dialogs}
    </Section>
  );
}

function ApproveButton({ session }: { session: Session }) {
  const { approve, isApproving } = useReview(session);
  return (
    <Button size="sm" variant="primary" icon={Check} pending={isApproving} onClick={approve}>
      Approve
    </Button>
  );
}

/** Sends 'approved', as specified (behaviour §2.2): the work is accepted without a look at the media. */
function CompleteButton({ session: { id, recordId } }: { session: Session }) {
  const complete = useMutation(editSession, completionToasts);
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={CheckCheck}
      pending={complete.isPending}
      onClick={() => complete.run({ params: { id }, body: { status: 'approved', recordId } })}
    >
      Complete
    </Button>
  );
}
