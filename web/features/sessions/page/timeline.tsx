// What happened to a session, oldest first: who, when, and what was said.
import { CheckCheck, CircleCheck, CircleX, FilePen, type LucideIcon, RotateCcw, Send, Trash2 } from 'lucide-react';
import type * as z from 'zod/mini';
import { sessionRecords } from '#contract/sessions/endpoints.ts';
import type { SessionRecord } from '#contract/sessions/routes.ts';
import { NotifiedNames } from '#web/features/sessions/parts/notified-names.tsx';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { ClampedText } from '#web/ui/display/clamped-text.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { SkeletonText } from '#web/ui/display/skeleton.tsx';
import { QueryList } from '#web/ui/lists/infinite-list.tsx';

type Entry = z.infer<typeof SessionRecord>;

const actions: Record<Entry['action'], { label: string; icon: LucideIcon; tone: string }> = {
  created: { label: 'Submitted', icon: Send, tone: 'bg-yellow-soft text-yellow-ink' },
  edited: { label: 'Edited', icon: FilePen, tone: 'bg-grey-soft text-grey-ink' },
  approved: { label: 'Approved', icon: CircleCheck, tone: 'bg-emerald-soft text-emerald-ink' },
  rejected: { label: 'Rejected', icon: CircleX, tone: 'bg-red-soft text-red-ink' },
  resubmitted: { label: 'Resubmitted', icon: RotateCcw, tone: 'bg-yellow-soft text-yellow-ink' },
  completed: { label: 'Completed', icon: CheckCheck, tone: 'bg-blue-soft text-blue-ink' },
  removed: { label: 'Deleted', icon: Trash2, tone: 'bg-grey-soft text-grey-ink' },
};

/** An edit that sent a released session back is labelled so. */
function labelOf({ action, fromStatus, toStatus }: Entry): string {
  const sentBack = action === 'edited' && fromStatus !== toStatus && toStatus === 'pending';
  return sentBack ? 'Edited and sent for review' : actions[action].label;
}

export function Timeline({ sessionId }: { sessionId: number }) {
  const list = useApiQuery(sessionRecords, { params: { id: sessionId }, query: { limit: 500 } });
  return (
    <QueryList
      list={list}
      skeletons={<SkeletonText lines={4} />}
      empty={<p className="text-muted">Nothing has happened yet</p>}
    >
      {(rows) => (
        <ol className="grid gap-4">
          {rows.map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </QueryList>
  );
}

function Line({ entry }: { entry: Entry }) {
  const { icon: Icon, tone } = actions[entry.action];
  return (
    <li className="flex min-w-0 gap-3">
      <span className={`grid size-8 shrink-0 place-items-center rounded-full ${tone}`}>
        <Icon aria-hidden="true" className="size-4" />
      </span>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-medium">{labelOf(entry)}</span> by {entry.byName}
          <NotifiedNames names={entry.notifiedNames} />
        </p>
        <p className="text-muted text-sm tabular-nums">
          <Instant at={entry.at} />
        </p>
        {entry.rejectionReason && (
          <ClampedText what="the reason" className="mt-1 text-red-ink text-sm">
            {entry.rejectionReason}
          </ClampedText>
        )}
        {entry.resubmitNote && (
          <ClampedText what="the word" className="mt-1 text-muted text-sm">
            {entry.resubmitNote}
          </ClampedText>
        )}
        {entry.reviewNotes && (
          <ClampedText what="the review notes" className="mt-1 text-muted text-sm">
            {entry.reviewNotes}
          </ClampedText>
        )}
      </div>
    </li>
  );
}
