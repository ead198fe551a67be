// The company's webhooks: which programs are notified of what, and how their deliveries go.
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { maxWebhooks, webhooks } from '#contract/notifications/webhooks.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';
import { useWebhookDialogs, WebhookRow } from './webhook-row.tsx';

export function WebhookSection() {
  const list = useInfiniteList(webhooks, {});
  const { open, dialogs } = useWebhookDialogs();
  const isFull = (list.data?.total ?? 0) >= maxWebhooks;
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => open('create')}>
      Add webhook
    </Button>
  );
  return (
    <section aria-labelledby="webhooks">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-prose">
          <h2 id="webhooks" className="font-semibold text-lg">
            Webhooks
          </h2>
          <p className="text-muted">
            Notifies another program when a session is released or rejected, and when a concern is raised or resolved.
            Messages are signed; they hold ids and times, no content.
          </p>
        </div>
        {list.data && list.data.rows.length > 0 && !isFull && add}
      </div>
      <InfiniteList
        list={list}
        skeletons={<Skeletons />}
        empty={
          <EmptyState icon={WebhookIcon} title="No webhooks" action={add}>
            Add the address of a program to notify of releases and concerns.
          </EmptyState>
        }
      >
        {(rows) => (
          <Card as="ul" className="divide-y divide-line">
            {rows.map((webhook) => (
              <li key={webhook.id} className="min-w-0">
                <WebhookRow webhook={webhook} open={open} />
              </li>
            ))}
          </Card>
        )}
      </InfiniteList>
      {isFull && <p className="mt-3 text-muted text-sm">There is room for {maxWebhooks} webhooks.</p>}
      {dialogs}
    </section>
  );
}

function Skeletons() {
  return (
    <SkeletonList count={2} className="divide-y divide-line overflow-hidden rounded-card border border-line">
      <div className="flex h-28 items-start bg-surface px-4 py-3">
        <Skeleton className="h-9 w-full max-w-80" />
      </div>
    </SkeletonList>
  );
}
