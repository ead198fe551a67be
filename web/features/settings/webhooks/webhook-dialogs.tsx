// The dialogs of webhooks: which one is open, for which webhook, and fetched when first needed.
import type { Webhook, WebhookWithSecret } from '#contract/notifications/webhooks.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';

const WebhookDialog = lazyDialog(() => import('./webhook-dialog.tsx'), 'WebhookDialog');
const SecretDialog = lazyDialog(() => import('./secret-dialog.tsx'), 'SecretDialog');
const ChangeSecretDialog = lazyDialog(() => import('./change-secret-dialog.tsx'), 'ChangeSecretDialog');
const DeliveriesDialog = lazyDialog(() => import('./deliveries-dialog.tsx'), 'DeliveriesDialog');
const RemoveWebhookDialog = lazyDialog(() => import('./remove-webhook-dialog.tsx'), 'RemoveWebhookDialog');

export type OpenWebhookDialog = ReturnType<typeof useWebhookDialogs>['open'];

export function useWebhookDialogs() {
  const made = useDialogs({
    create: (control) => <WebhookDialog {...control} onSecret={showSecret} />,
    edit: (control, webhook: Webhook) => <WebhookDialog {...control} webhook={webhook} onSecret={showSecret} />,
    secret: (control, webhook: WebhookWithSecret) => <SecretDialog {...control} webhook={webhook} />,
    changeSecret: (control, webhook: Webhook) => (
      <ChangeSecretDialog {...control} webhook={webhook} onSecret={showSecret} />
    ),
    log: (control, webhook: Webhook) => <DeliveriesDialog {...control} webhook={webhook} />,
    remove: (control, webhook: Webhook) => <RemoveWebhookDialog {...control} webhook={webhook} />,
  });
  function showSecret(webhook: WebhookWithSecret): void {
    made.open('secret', webhook);
  }
  return made;
}
