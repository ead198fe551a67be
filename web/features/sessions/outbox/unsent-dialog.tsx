// 'Not sent yet': what waits on this device for a line, and what the server refused, with its content.
import { useQueryClient } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { leaveOutKept } from '#web/features/uploads/sending/leave-out-kept.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import type { Unsent } from '#web/lib/offline/outbox-store.ts';
import { isHeld } from '#web/lib/offline/same-session.ts';
import { useOutbox } from '#web/lib/offline/use-outbox.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { type DialogControl, useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { EditTextsDialog } from './edit-texts-dialog.tsx';
import { isOfSessionForm } from './unsent-content.ts';
import { UnsentItem, type WaitsFor } from './unsent-item.tsx';

const EditUnsentSessionDialog = lazyDialog(
  () => import('#web/features/sessions/form/edit-unsent-session-dialog.tsx'),
  'EditUnsentSessionDialog',
);

export function UnsentDialog(control: DialogControl) {
  const { outbox, items } = useOutbox();
  const client = useQueryClient();
  const { person } = useCurrentUser();
  const [isSending, setSending] = useState(false);
  async function send() {
    setSending(true);
    await outbox.drain();
    setSending(false);
  }
  const change = (item: Unsent) => (input: Unsent['input']) => {
    void outbox.change(item, input).then(send);
    dialogs.close();
  };
  const dialogs = useDialogs({
    session: (inner, item: Unsent) => <EditUnsentSessionDialog {...inner} item={item} onSave={change(item)} />,
    texts: (inner, item: Unsent) => <EditTextsDialog {...inner} item={item} onSave={change(item)} />,
    throwAway: (inner, item: Unsent) => (
      <ConfirmDialog
        {...inner}
        title="Discard"
        sentence={`${item.words}: it was not sent, and nobody has read it. It cannot be brought back.`}
        confirmLabel="Discard"
        onConfirm={() => {
          void outbox.remove(item.id).then(() => leaveOutKept({ client, person: person.id }, item));
          dialogs.close();
        }}
      />
    ),
  });
  return (
    <Dialog
      {...control}
      title="Not sent yet"
      description="Kept on this device for you alone, and sent when you're online again."
      footer={
        items.length > 0 && (
          <Button variant="primary" pending={isSending} pendingLabel="Sending..." onClick={() => void send()}>
            Send now
          </Button>
        )
      }
    >
      {items.length === 0 && <EmptyState icon={MailCheck} title="Everything was sent" />}
      <ul className="grid gap-4">
        {items.map((item) => (
          <UnsentItem
            key={item.id}
            item={item}
            waitsFor={waitsFor(item, items)}
            onEdit={() => dialogs.open(isOfSessionForm(item) ? 'session' : 'texts', item)}
            onThrowAway={() => dialogs.open('throwAway', item)}
          />
        ))}
      </ul>
      {dialogs.dialogs}
    </Dialog>
  );
}

/** Where the server failed, what comes after waits for it too. */
function waitsFor(item: Unsent, items: readonly Unsent[]): WaitsFor {
  if (isHeld(item, items)) return 'changes';
  return items.some(({ fault, refusal }) => fault && !refusal) ? 'server' : 'line';
}
