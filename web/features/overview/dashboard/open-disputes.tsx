// Open concerns on a dashboard, those with a due answer on top; hidden if there are none, as far as could be fetched.
import { formatDate } from '#contract/core/day-words.ts';
import { type Dispute, disputes } from '#contract/disputes/endpoints.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { count, fullName } from '#web/lib/format/format.ts';
import { lazyDialog, lazyPart } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Priority } from '#web/ui/display/status-badge.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { Section, SectionRows } from './section.tsx';

const AnswerDue = lazyPart(() => import('#web/features/disputes/sign.tsx'), 'AnswerDue');
const CropPicture = lazyPart(() => import('#web/media/pins/crop.tsx'), 'CropPicture');
const DisputeDetailsDialog = lazyDialog(
  () => import('#web/features/disputes/dispute-details-dialog.tsx'),
  'DisputeDetailsDialog',
);

const maxRows = 5;
const maxDue = 3;
const dueOnes = { href: '/concerns?sort=dueAt', label: 'Due first' };
const allOfThem = { href: '/concerns', label: 'All concerns' };

export function OpenDisputes() {
  const list = useInfiniteList(disputes, { query: { status: 'open', limit: maxRows } });
  const due = useInfiniteList(disputes, { query: { sort: 'dueAt', limit: maxDue } });
  const { data } = list;
  const { open, isOpen, dialogs } = useDialogs({
    details: (control, { session }: Dispute) => <DisputeDetailsDialog {...control} session={session} />,
  });
  if (!isOpen && !data && list.error) {
    return (
      <Section title="Open Concerns">
        <QueryError query={list} />
      </Section>
    );
  }
  // Answered elsewhere while it is open here: the dialog stays until it is closed.
  if (!isOpen && (!data || data.rows.length === 0)) return null;
  const hidden = (data?.total ?? 0) - maxRows;
  const awaited = due.data?.rows.slice(0, maxDue) ?? [];
  return (
    <Section title="Open Concerns" more={awaited.length > 0 ? dueOnes : allOfThem}>
      <SectionRows rows={dueFirst(awaited, data?.rows ?? [], maxRows)}>
        {(dispute) => (
          <button
            type="button"
            onClick={() => open('details', dispute)}
            className="grid w-full grid-cols-1 gap-1 px-4 py-3 text-left transition-colors hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5"
          >
            <span className="flex items-start justify-between gap-3">
              <span className="wrap-anywhere line-clamp-2 min-w-0 font-medium">{dispute.session.project.name}</span>
              <Priority priority={dispute.priority} />
            </span>
            <span className="wrap-anywhere line-clamp-2 text-sm">{dispute.reason}</span>
            {dispute.dueAt !== null && (
              <span className="h-[1.375rem]">
                <AnswerDue dispute={dispute} />
              </span>
            )}
            {dispute.anchor && (
              <span className="my-1 block aspect-3/2 w-32 overflow-hidden rounded-control">
                <CropPicture anchor={dispute.anchor} />
              </span>
            )}
            <span className="wrap-anywhere line-clamp-2 text-muted text-sm tabular-nums">
              {fullName(dispute.client)} · session of {formatDate(dispute.session.captureDate)}
            </span>
          </button>
        )}
      </SectionRows>
      {hidden > 0 && (
        <p className="border-line border-t px-4 py-2.5 text-muted text-sm sm:px-5">
          {count(hidden, 'more open concern')}
        </p>
      )}
      {dialogs}
    </Section>
  );
}

// Which open concerns a dashboard shows: those whose answer is due first, then the newest.

/** Without duplicates. */
export function dueFirst<Row extends { id: number }>(due: readonly Row[], newest: readonly Row[], max: number): Row[] {
  const led = new Set(due.map(({ id }) => id));
  return [...due, ...newest.filter(({ id }) => !led.has(id))].slice(0, max);
}
