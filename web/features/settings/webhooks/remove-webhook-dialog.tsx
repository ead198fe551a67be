// Asks before a webhook is removed.
import { removeWebhook, type Webhook } from '#contract/notifications/webhooks.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

export function RemoveWebhookDialog({ webhook, ...control }: DialogControl & { webhook: Webhook }) {
  const { run, isPending } = useMutation(removeWebhook, {
    successToast: 'Webhook removed',
    errorToast: { title: 'Failed to remove the webhook' },
    onSuccess: () => control.onOpenChange(false),
  });
  return (
    <ConfirmDialog
      {...control}
      title="Remove webhook"
      sentence={`${webhook.name} gets no more messages, and its log is deleted. Waiting messages are not sent.`}
      confirmLabel="Remove"
      pending={isPending}
      pendingLabel="Removing..."
      onConfirm={() => run({ params: { id: webhook.id } })}
    />
  );
}
