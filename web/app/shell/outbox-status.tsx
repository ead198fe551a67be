// 'Not sent yet (2)' on every page, and what triggers sending: a connection that is back, a page that was opened, or time.
import { MailWarning } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { beforeLogout, forgetOnDevice } from '#web/lib/api/login-redirect.ts';
import { count } from '#web/lib/format/format.ts';
import type { LineState } from '#web/lib/live/websocket-client.ts';
import type { Outbox } from '#web/lib/offline/outbox.ts';
import { useOutbox } from '#web/lib/offline/outbox-of.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { whenIdle } from '#web/lib/page/when-idle.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { preloadConfirm, useConfirm } from '#web/ui/overlays/use-confirm.tsx';

const UnsentDialog = lazyDialog(() => import('#web/features/sessions/outbox/unsent-dialog.tsx'), 'UnsentDialog');
const retryMs = 30_000;

export function OutboxStatus({ line }: { line: LineState }) {
  const { outbox, items } = useOutbox();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the connection is a reason to try.
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

/** Logging out does not wait for a hanging connection, nor for another tab that is sending. */
const atMost5s = () => new Promise<undefined>((resolve) => setTimeout(resolve, 5000, undefined));

/** How many pictures and videos are stored here until they are uploaded. */
const filesOf = (person: number) =>
  import('#web/lib/offline/kept-files.ts').then(
    ({ countKept }) => countKept(person),
    () => 0,
  );

/** Clears the person first, so that nothing is stored for them afterwards. */
async function forgetFiles(person: number): Promise<void> {
  await forgetOnDevice();
  await import('#web/lib/offline/kept-files.ts').then(({ forgetKept }) => forgetKept(person)).catch(() => undefined);
}

function unsentSentence(things: number, files: number): string {
  const parts = [
    things > 0 && count(things, 'thing'),
    files > 0 && count(files, 'picture or video', 'pictures and videos'),
  ];
  const verb = things + files === 1 ? 'was' : 'were';
  const lost = files > 0 ? 'seen' : 'read';
  return `${parts.filter(Boolean).join(' and ')} on this device ${verb} not sent. Logging out discards what nobody has ${lost}.`;
}

/** Preloads what logging out needs while online: until the service worker has cached the app, nothing could be fetched offline. */
function prepareLeaving(): void {
  preloadConfirm();
  void Promise.allSettled([
    import('#web/features/accounts/login/login-page.tsx'),
    import('#web/lib/offline/kept-files.ts'),
    import('#web/lib/api/offline-cache.ts'),
    import('#web/lib/device/push-device.ts'),
  ]);
}

/** Logging out with anything unsent asks first, even for a one-click decision. */
function useLeaving(outbox: Outbox) {
  const { person } = useCurrentUser();
  const { ask, dialogs } = useConfirm();
  useEffect(() => whenIdle(prepareLeaving), []);
  useEffect(() => {
    const usual = beforeLogout.mayLeave;
    const end = () => Promise.race([Promise.all([outbox.end(), forgetFiles(person.id)]), atMost5s()]).then(() => true);
    beforeLogout.mayLeave = async () => {
      await Promise.race([Promise.all([beforeLogout.send(), outbox.drain()]), atMost5s()]);
      const decisions = outbox.decisions.all().filter(({ state }) => state !== 'refused');
      const things = outbox.items().length + decisions.length;
      const files = await Promise.race([filesOf(person.id), atMost5s()]);
      if (things === 0 && !files) return end();
      const sentence = unsentSentence(things, files ?? 0);
      return (await ask({ title: 'Not sent yet', sentence, confirmLabel: 'Discard and log out' })) && end();
    };
    return () => {
      beforeLogout.mayLeave = usual;
    };
  }, [outbox, ask, person.id]);
  return dialogs;
}
