// 'Not sent yet (2)' on every page, and what sends it: a line that came back, a page that was opened, or time.
import { MailWarning } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { count } from '#web/lib/format.ts';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { decisionsOf, readLocalStorage } from '#web/lib/local-storage.ts';
import { beforeLogout } from '#web/lib/login-redirect.ts';
import type { Outbox } from '#web/lib/outbox/outbox.ts';
import { useOutbox } from '#web/lib/outbox/use-outbox.ts';
import { useDialogs } from '#web/lib/use-dialogs.tsx';
import type { LineState } from '#web/lib/websocket-client.ts';
import { Button } from '#web/ui/button.tsx';

const UnsentDialog = lazyDialog(() => import('#web/features/outbox/unsent-dialog.tsx'), 'UnsentDialog');
const ConfirmDialog = lazyDialog(() => import('#web/ui/confirm-dialog.tsx'), 'ConfirmDialog');
const retryMs = 30_000;

export function OutboxStatus({ line }: { line: LineState }) {
  const { outbox, items } = useOutbox();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a line that changed is a reason to try.
  useEffect(() => {
    const send = () => void outbox.drain();
    send();
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, [outbox, line]);
  const leaving = useLeaving(outbox);
  const waits = items.some(({ refusal }) => !refusal);
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void outbox.drain(), retryMs);
    return () => clearInterval(timer);
  }, [outbox, waits]);
  return (
    <>
      {items.length > 0 && (
        <Button icon={MailWarning} className="pointer-events-auto shadow-raised" onClick={() => setOpen(true)}>
          {`Not sent yet (${items.length})`}
        </Button>
      )}
      <UnsentDialog open={open} onOpenChange={setOpen} />
      {leaving}
    </>
  );
}

/** Whoever leaves does not wait for a line that hangs, nor for another tab that is sending. */
const patience = () => new Promise((resolve) => setTimeout(resolve, 5000));

/** How many decisions of one click are kept here (web/lib/pending-decisions.ts, which not every page loads). */
function decisionsOn(person: number): number {
  try {
    const kept: { refusal?: string }[] = JSON.parse(readLocalStorage(decisionsOf(person)) ?? '[]');
    return kept.filter(({ refusal }) => refusal === undefined).length;
  } catch {
    return 0;
  }
}

/** Logging out with something unsent asks first, be it a decision of one click. */
function useLeaving(outbox: Outbox) {
  const { person } = useCurrentUser();
  const answer = useRef<(leaves: boolean) => void>(undefined);
  const unsent = useRef(0);
  const { open, close, dialogs } = useDialogs({
    ask: (control) => (
      <ConfirmDialog
        {...control}
        onOpenChange={(isOpen) => {
          control.onOpenChange(isOpen);
          if (!isOpen) answer.current?.(false);
        }}
        title="Not sent yet"
        sentence={`${count(unsent.current, 'thing')} on this device ${unsent.current === 1 ? 'was' : 'were'} not sent. Logging out throws away what nobody has read.`}
        confirmLabel="Throw away and log out"
        onConfirm={() => {
          answer.current?.(true);
          close();
        }}
      />
    ),
  });
  useEffect(() => {
    const usual = beforeLogout.mayLeave;
    const end = () => Promise.race([outbox.end(), patience()]).then(() => true);
    beforeLogout.mayLeave = async () => {
      await Promise.race([Promise.all([beforeLogout.send(), outbox.drain()]), patience()]);
      unsent.current = outbox.items().length + decisionsOn(person.id);
      if (unsent.current === 0) return end();
      open('ask');
      return new Promise((resolve) => {
        answer.current = (leaves) => resolve(leaves && end());
      });
    };
    return () => {
      beforeLogout.mayLeave = usual;
    };
  }, [outbox, open, person.id]);
  return dialogs;
}
