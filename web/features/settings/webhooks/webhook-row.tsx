// One webhook in the list: where it goes, what it tells, how its last message fared, and what can be done with it.

import { KeyRound, Pause, Pencil, Play, ScrollText, Send, Trash2 } from 'lucide-react';
import {
  changeWebhookSecret,
  type DeliveryState,
  deliveryKindLabels,
  editWebhook,
  endFormerSecret,
  formerSecretHours,
  removeWebhook,
  testWebhook,
  type Webhook,
  type WebhookWithSecret,
} from '#contract/notifications/webhooks.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge, type Tone } from '#web/ui/display/badge.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { ConfirmCall } from '#web/ui/overlays/confirm-call.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';

// The dialogs of webhooks: which one is open, for which webhook, and fetched when first needed.
const WebhookDialog = lazyDialog(() => import('./webhook-dialog.tsx'), 'WebhookDialog');
const SecretDialog = lazyDialog(() => import('./webhook-dialog.tsx'), 'SecretDialog');
const DeliveriesDialog = lazyDialog(() => import('./deliveries-dialog.tsx'), 'DeliveriesDialog');

type OpenWebhookDialog = ReturnType<typeof useWebhookDialogs>['open'];

export function useWebhookDialogs() {
  const made = useDialogs({
    create: (control) => <WebhookDialog {...control} onSecret={showSecret} />,
    edit: (control, webhook: Webhook) => <WebhookDialog {...control} webhook={webhook} onSecret={showSecret} />,
    secret: (control, webhook: WebhookWithSecret) => <SecretDialog {...control} webhook={webhook} />,
    changeSecret: (control, webhook: Webhook) => (
      <ConfirmCall
        {...control}
        route={changeWebhookSecret}
        input={{ params: { id: webhook.id } }}
        tone="primary"
        title="Change secret"
        sentence={`${webhook.name} gets a new secret, which is shown next. The current one also signs for ${formerSecretHours} hours, so that nothing is refused in the meantime.`}
        confirmLabel="Change secret"
        pendingLabel="Changing..."
        errorToast={{ title: 'Failed to change the secret' }}
        onDone={showSecret}
      />
    ),
    log: (control, webhook: Webhook) => <DeliveriesDialog {...control} webhook={webhook} />,
    remove: (control, webhook: Webhook) => (
      <ConfirmCall
        {...control}
        route={removeWebhook}
        input={{ params: { id: webhook.id } }}
        title="Remove webhook"
        sentence={`${webhook.name} gets no more messages, and its log is deleted. Waiting messages are not sent.`}
        confirmLabel="Remove"
        pendingLabel="Removing..."
        successToast="Webhook removed"
        errorToast={{ title: 'Failed to remove the webhook' }}
      />
    ),
  });
  function showSecret(webhook: WebhookWithSecret): void {
    made.open('secret', webhook);
  }
  return made;
}

type WebhookRowProps = { webhook: Webhook; open: OpenWebhookDialog };

export function WebhookRow({ webhook, open }: WebhookRowProps) {
  const { id, name, url, kinds, active, version, formerSecretUntil } = webhook;
  const edit = useMutation(editWebhook, {
    successToast: active ? `${name} is paused` : `${name} is resumed`,
    errorToast: { title: 'Failed to change the webhook' },
  });
  const test = useMutation(testWebhook, {
    successToast: { title: 'A test is on its way', description: 'The log shows how it went.' },
    errorToast: { title: 'Failed to send a test' },
    onSuccess: () => open('log', webhook),
  });
  return (
    <div className="grid gap-2 px-4 py-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="wrap-anywhere font-medium">{name}</h3>
          <p className="wrap-anywhere text-muted text-sm">{url}</p>
        </div>
        <Menu
          label={`Actions for ${name}`}
          items={[
            { label: 'Log', icon: ScrollText, onSelect: () => open('log', webhook) },
            { label: 'Send a test', icon: Send, onSelect: () => void test.run({ params: { id } }) },
            'separator',
            { label: 'Edit', icon: Pencil, onSelect: () => open('edit', webhook) },
            {
              label: active ? 'Pause' : 'Resume',
              icon: active ? Pause : Play,
              onSelect: () => void edit.run({ params: { id }, body: { active: !active, version } }),
            },
            { label: 'Change secret', icon: KeyRound, onSelect: () => open('changeSecret', webhook) },
            'separator',
            { label: 'Remove', icon: Trash2, tone: 'danger', onSelect: () => open('remove', webhook) },
          ]}
        />
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <State webhook={webhook} />
        {kinds.map((kind) => (
          <Badge key={kind}>{deliveryKindLabels[kind]}</Badge>
        ))}
      </div>
      {formerSecretUntil && <FormerSecret id={id} until={formerSecretUntil} />}
    </div>
  );
}

const states: Record<DeliveryState, [tone: Tone, words: string]> = {
  waiting: ['yellow', 'Last message not delivered yet'],
  delivered: ['green', 'Last message delivered'],
  given_up: ['red', 'Last message given up'],
};

function State({ webhook: { active, newest } }: { webhook: Webhook }) {
  if (!active) return <Badge tone="yellow">Paused</Badge>;
  if (newest === null) return <Badge tone="blue">Nothing sent yet</Badge>;
  const [tone, words] = states[newest];
  return <Badge tone={tone}>{words}</Badge>;
}

function FormerSecret({ id, until }: { id: number; until: string }) {
  const { run, isPending } = useMutation(endFormerSecret, {
    successToast: 'Only the new secret signs from now on',
    errorToast: { title: 'Failed to end the previous secret' },
  });
  return (
    <div className="flex flex-wrap items-center gap-2 text-muted text-sm">
      <span>
        The previous secret also signs until <Instant at={until} />
      </span>
      <Button size="sm" pending={isPending} onClick={() => run({ params: { id } })}>
        End it now
      </Button>
    </div>
  );
}
