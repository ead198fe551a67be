// The admin's queue in short: the first five sessions that wait, each with its decision at hand.
import { Check, CheckCheck, CircleCheckBig, Eye, Trash2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type Session, sessions } from '#contract/sessions/endpoints.ts';
import { useApprovalQuestion } from '#web/features/sessions/decision/approval-question.tsx';
import {
  type OneClick,
  RowDecision,
  UnsentDecisions,
  useOneClick,
} from '#web/features/sessions/decision/one-click.tsx';
import { type OpenSessionDialog, useSessionDialogs } from '#web/features/sessions/page/session-dialogs.tsx';
import { waitingFor } from '#web/features/sessions/parts/waiting-for.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { fullName } from '#web/lib/format/format.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { Ago } from '#web/ui/display/ago.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Section, SectionList } from './section.tsx';
import { SessionRow, SessionRowSkeletons } from './session-row.tsx';

/** Behaviour §10.3. */
const maxRows = 5;

export function PendingApprovals() {
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
        {(session) => (
          <SessionRow
            session={session}
            also={
              <>
                {fullName(session.photographer)} · <Ago at={session.submittedAt} format={waitingFor} />
              </>
            }
            onDisputes={() => open('disputes', session)}
            last={<IconButton size="sm" label="Delete session" icon={Trash2} onClick={() => open('remove', session)} />}
          >
            <Decisions session={session} open={open} oneClick={oneClick} />
          </SessionRow>
        )}
      </SectionList>
      {dialogs}
    </Section>
  );
}

type DecisionsProps = { session: Session; open: OpenSessionDialog; oneClick: OneClick };

function Decisions({ session, open, oneClick }: DecisionsProps) {
  const { ask, question } = useApprovalQuestion();
  const made = oneClick.of(session);
  const box = useRef<HTMLSpanElement>(null);
  const waited = useRef<string>(undefined);
  /** Undone, the focus is on the button again that was pressed. */
  useEffect(() => {
    if (!made && waited.current && document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>(`[data-move=${waited.current}]`)?.focus({ preventScroll: true });
    waited.current = made?.move;
  }, [made]);
  const release = (move: 'approve' | 'accept') =>
    ask(
      session,
      () => oneClick.decide(session, move),
      () => oneClick.act(session, move),
    );
  return (
    <span ref={box} className="contents">
      {made ? (
        <RowDecision decision={made} oneClick={oneClick} />
      ) : (
        <>
          <Button size="sm" icon={Eye} onClick={() => open('media', session)}>
            Review
          </Button>
          {!session.travelling && (
            <>
              <Button size="sm" variant="primary" icon={Check} data-move="approve" onClick={() => release('approve')}>
                Approve
              </Button>
              <Button size="sm" icon={X} onClick={() => open('reject', session)}>
                Reject
              </Button>
              <Button
                size="sm"
                variant="ghost"
                icon={CheckCheck}
                data-tooltip="Approves the session as it is: its client sees it at once"
                data-move="accept"
                onClick={() => release('accept')}
              >
                Complete
              </Button>
            </>
          )}
        </>
      )}
      {question}
    </span>
  );
}
