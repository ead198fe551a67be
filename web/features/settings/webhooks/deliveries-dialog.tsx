// The log of a webhook: its last messages, how each went, and 'Send again'.
import { ScrollText, Send } from 'lucide-react';
import {
  type DeliveryState,
  deliveryKindLabels,
  sendDeliveryAgain,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
  webhookDeliveries,
} from '#contract/notifications/webhooks.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { count } from '#web/lib/format/format.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge, type Tone } from '#web/ui/display/badge.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

export function DeliveriesDialog({ webhook, ...control }: DialogControl & { webhook: Webhook }) {
  const { id, name } = webhook;
  const list = useInfiniteList(webhookDeliveries, { params: { id } }, { enabled: control.open });
  const test = useMutation(testWebhook, { errorToast: { title: 'Failed to send a test' } });
  return (
    <Dialog
      {...control}
      title={`Log of ${name}`}
      description="Messages from the last 30 days. Failed ones are retried for three days, less and less often."
      footer={
        <Button icon={Send} pending={test.isPending} onClick={() => test.run({ params: { id } })}>
          Send a test
        </Button>
      }
    >
      <InfiniteList
        list={list}
        moreLabel="Show more"
        skeletons={
          <SkeletonList count={3} className="grid gap-4">
            <Skeleton className="h-12" />
          </SkeletonList>
        }
        empty={
          <EmptyState icon={ScrollText} title="Nothing sent yet">
            A message is listed here when something happens, or when you send a test.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.id} className="py-3 first:pt-0 last:pb-0">
                <Delivery webhookId={id} delivery={row} />
              </li>
            ))}
          </ul>
        )}
      </InfiniteList>
    </Dialog>
  );
}

const states: Record<DeliveryState, [tone: Tone, words: string]> = {
  waiting: ['yellow', 'Waiting'],
  delivered: ['green', 'Delivered'],
  given_up: ['red', 'Given up'],
};

function Delivery({ webhookId, delivery }: { webhookId: number; delivery: WebhookDelivery }) {
  const { id, kind, state, createdAt } = delivery;
  const { run, isPending } = useMutation(sendDeliveryAgain, {
    successToast: 'It is on its way again',
    errorToast: { title: 'Failed to send it again' },
  });
  const [tone, words] = states[state];
  const subject = subjectOf(delivery);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{deliveryKindLabels[kind]}</span>
          {subject && <span className="text-muted">{subject}</span>}
          <Badge tone={tone}>{words}</Badge>
        </p>
        <p className="text-muted text-sm">
          <Instant at={createdAt} />
        </p>
        <Attempts delivery={delivery} />
      </div>
      {state !== 'waiting' && (
        <Button
          size="sm"
          pending={isPending}
          aria-label={`Send again: ${deliveryKindLabels[kind]} ${subject}`.trim()}
          onClick={() => run({ params: { id: webhookId, deliveryId: id } })}
        >
          Send again
        </Button>
      )}
    </div>
  );
}

function subjectOf({ concernId, sessionId }: WebhookDelivery): string {
  if (concernId !== null) return `concern #${concernId}, session #${sessionId}`;
  return sessionId === null ? '' : `session #${sessionId}`;
}

function Attempts({ delivery: { attempts, attemptedAt, status, failure } }: { delivery: WebhookDelivery }) {
  if (attemptedAt === null) return <p className="text-muted text-sm">Not tried yet</p>;
  return (
    <p className="wrap-anywhere text-muted text-sm">
      {count(attempts, 'attempt')}, the last on <Instant at={attemptedAt} />
      {': '}
      {failure ?? `answered with ${status}`}
    </p>
  );
}
