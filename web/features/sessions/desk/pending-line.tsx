// What was decided and is not sent yet, with its undoing, while the next session is looked at (behaviour §20.3).
import { type OneClick, RowDecision } from '#web/features/sessions/decision/one-click.tsx';
import { underWay } from '#web/lib/offline/pending-decisions.ts';

type PendingLineProps = { oneClick: OneClick; open: number };

/** Of the open session it stands in the place of the buttons. It takes no focus: the next decision is what comes next. */
export function PendingLine({ oneClick, open }: PendingLineProps) {
  const made = underWay(oneClick.all).filter(({ sessionId }) => sessionId !== open);
  return made.map((decision) => (
    <div
      key={decision.sessionId}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface px-4 py-2 shadow-raised"
    >
      <span className="wrap-anywhere min-w-0 flex-1 basis-40 text-muted text-sm max-sm:line-clamp-1">
        Session #{decision.sessionId}, {decision.words}
      </span>
      <RowDecision decision={decision} oneClick={oneClick} undo={{ 'aria-keyshortcuts': 'u' }} />
    </div>
  ));
}
