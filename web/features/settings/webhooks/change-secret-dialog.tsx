// Asks before a webhook gets another secret.
import {
  changeWebhookSecret,
  formerSecretHours,
  type Webhook,
  type WebhookWithSecret,
} from '#contract/notifications/webhooks.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

type ChangeSecretDialogProps = DialogControl & { webhook: Webhook; onSecret: (changed: WebhookWithSecret) => void };

export function ChangeSecretDialog({ webhook, onSecret, ...control }: ChangeSecretDialogProps) {
  const { run, isPending } = useMutation(changeWebhookSecret, {
    errorToast: { title: 'Failed to change the secret' },
    onSuccess: onSecret,
  });
  return (
    <ConfirmDialog
      {...control}
      tone="primary"
      title="Change secret"
      sentence={`${webhook.name} gets a new secret, which is shown next. The present one signs too for ${formerSecretHours} hours, so that nothing is refused meanwhile.`}
      confirmLabel="Change secret"
      pending={isPending}
      pendingLabel="Changing..."
      onConfirm={() => run({ params: { id: webhook.id } })}
    />
  );
}
