// Asks about a capture date that lies ahead: a slip as a rule, a plan now and then (behaviour §2.4).
import { formatDate } from '#web/lib/format/format.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { daysAhead, type SessionDraft } from './session-draft.ts';

const ConfirmDialog = lazyDialog(() => import('#web/ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');

/** `ask(draft, send)` sends at once where the date is no later than tomorrow. Render `dialogs` in the form. */
export function useDateQuestion() {
  const { open, close, dialogs } = useDialogs({
    ahead: (control, { days, captureDate, send }: { days: number; captureDate: string; send: () => void }) => (
      <ConfirmDialog
        {...control}
        title="Capture date in the future"
        sentence={`${formatDate(captureDate)} is in ${days} days. Is that the day of the visit?`}
        confirmLabel="Yes, use this date"
        tone="primary"
        onConfirm={() => {
          close();
          send();
        }}
      />
    ),
  });
  function ask({ captureDate }: SessionDraft, send: () => void): void {
    const days = daysAhead(captureDate, new Date());
    if (days > 1) open('ahead', { days, captureDate, send });
    else send();
  }
  return { ask, dialogs };
}
