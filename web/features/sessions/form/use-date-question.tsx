// Asks about a capture date that lies ahead: a slip as a rule, a plan now and then (behaviour §2.4).
import { formatDate } from '#contract/core/day-words.ts';
import { useConfirm } from '#web/ui/overlays/use-confirm.tsx';
import { daysAhead, type SessionDraft } from './session-draft.ts';

/** `ask(draft, send)` sends at once where the date is no later than tomorrow. Render `dialogs` in the form. */
export function useDateQuestion() {
  const { ask: confirm, dialogs } = useConfirm();
  async function askFirst(days: number, captureDate: string, send: () => void): Promise<void> {
    const isMeant = await confirm({
      title: 'Capture date in the future',
      sentence: `${formatDate(captureDate)} is in ${days} days. Is that the day of the visit?`,
      confirmLabel: 'Yes, use this date',
      tone: 'primary',
    });
    if (isMeant) send();
  }
  function ask({ captureDate }: SessionDraft, send: () => void): void {
    const days = daysAhead(captureDate, new Date());
    if (days > 1) void askFirst(days, captureDate, send);
    else send();
  }
  return { ask, dialogs };
}
