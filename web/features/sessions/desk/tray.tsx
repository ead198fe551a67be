// What was decided on the desk, with its way back: a bar that stays in its place, instead of messages over the page (behaviour §20.3).
import { Check, ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { type OneClick, RowDecision, UnsentDecisions } from '#web/features/sessions/decision/one-click.tsx';
import { type PendingDecision, underWay } from '#web/lib/offline/decisions.ts';
import { sessionOf } from '#web/lib/offline/same-session.ts';
import { MiddleName } from '#web/ui/display/middle-name.tsx';
import { type Made, trayWords } from './desk-count.ts';
import { type Desk, deskPath } from './use-desk.ts';

type TrayProps = {
  desk: Desk;
  open: number;
  /** The sessions whose unsent decision stands in place of their buttons. */
  rows: readonly { id: number }[];
};

export function Tray({ desk, open, rows }: TrayProps) {
  const { oneClick, made } = desk;
  return (
    <div className="relative still:mt-3 still:flex still:min-h-14 still:items-center still:gap-4 still:rounded-card still:border still:border-line still:bg-surface still:px-4 still:py-1.5 print:hidden">
      {made.length > 0 ? <MadeHere made={made} oneClick={oneClick} /> : <Keys />}
      <UnsentDecisions
        oneClick={oneClick}
        rows={rows}
        inTray
        className="still:static still:mx-0 still:ml-auto still:max-h-[30dvh] still:w-auto still:max-w-none still:min-w-0"
      >
        <PendingLine oneClick={oneClick} open={open} />
      </UnsentDecisions>
    </div>
  );
}

function Keys() {
  return (
    <p className="pointer-coarse:hidden hidden shrink-0 text-muted text-sm still:block">
      <kbd>A</kbd> approves, <kbd>R</kbd> rejects, <kbd>J</kbd> goes to the next session, <kbd>?</kbd> shows all keys.
    </p>
  );
}

/** Newest first. */
function MadeHere({ made, oneClick }: { made: readonly Made[]; oneClick: OneClick }) {
  const all = made.map((one) => ({
    ...one,
    decision: oneClick.all.find((each) => sessionOf(each) === one.sessionId),
  }));
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="group shrink-0 max-lg:my-3" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="touch-target flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-control font-medium text-sm tabular-nums hover:underline">
        <span aria-live="polite">{trayWords(all.map(({ decision }) => decision?.state))}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 transition-transform still:rotate-180 group-open:rotate-180 still:group-open:rotate-0"
        />
      </summary>
      {isOpen && <MadeList all={all} oneClick={oneClick} />}
    </details>
  );
}

type MadeListProps = { all: readonly (Made & { decision: PendingDecision | undefined })[]; oneClick: OneClick };

function MadeList({ all, oneClick }: MadeListProps) {
  return (
    <ul
      aria-label="Decided here"
      className="mt-2 grid max-h-[50dvh] gap-1 overflow-y-auto rounded-card border border-line bg-surface p-2 still:absolute still:bottom-full still:left-0 still:z-30 still:mb-2 still:w-[min(44rem,100%)] still:animate-rise still:bg-raised still:shadow-raised"
    >
      {all.toReversed().map(({ sessionId, move, words, decision }) => (
        <li key={sessionId} className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-2 py-1 text-sm">
          {move === 'reject' ? (
            <X aria-hidden="true" className="size-4 shrink-0 text-red-ink" />
          ) : (
            <Check aria-hidden="true" className="size-4 shrink-0 text-emerald-ink" />
          )}
          <Link href={deskPath(sessionId)} replace className="touch-target shrink-0 tabular-nums underline">
            Session #{sessionId}
          </Link>
          <MiddleName name={words} className="flex-1 basis-40 text-muted" />
          {decision && decision.state !== 'refused' ? (
            <RowDecision decision={decision} oneClick={oneClick} undo={{}} />
          ) : (
            <span>{decision ? 'Refused' : sentWords[move]}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

const sentWords = { approve: 'Approved', accept: 'Approved', complete: 'Completed', reject: 'Rejected' } as const;

/** Decisions that are not sent yet, with Undo; the open session's own replaces its buttons instead. It takes no focus: the next decision matters more. */
function PendingLine({ oneClick, open }: { oneClick: OneClick; open: number }) {
  const made = underWay(oneClick.all).filter((one) => sessionOf(one) !== open);
  return made.map((decision) => (
    <div
      key={decision.key}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface px-4 py-2 shadow-raised still:flex-nowrap still:border-0 still:p-0 still:shadow-none"
    >
      <span className="flex min-w-0 flex-1 basis-40 text-muted text-sm">
        <span className="shrink-0 whitespace-pre">Session #{sessionOf(decision)}, </span>
        <MiddleName name={decision.words} />
      </span>
      <RowDecision decision={decision} oneClick={oneClick} undo={{ 'aria-keyshortcuts': 'u' }} />
    </div>
  ));
}
