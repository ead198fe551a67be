// What arrives over the live channel, put on screen: notifications without a request, changes by fetching what they concern.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { current } from '#contract/accounts/auth.ts';
import type { Topic } from '#contract/core/endpoint.ts';
import type { CacheVersions } from '#contract/core/preloaded-state.ts';
import type { Notification as Notice } from '#contract/notifications/endpoints.ts';
import { LineStrip } from '#web/app/shell/line-strip.tsx';
import { OutboxStatus } from '#web/app/shell/outbox-status.tsx';
import { addNotification } from '#web/features/notifications/notification-cache.ts';
import { listenForOpened } from '#web/features/notifications/open-from-push.ts';
import { currentUserOptions, useCurrentUser } from '#web/lib/api/current-user.ts';
import { callOrNull } from '#web/lib/api/http-client.ts';
import { queueChange } from '#web/lib/api/live-changes.ts';
import { useRenewedFileIds } from '#web/lib/forms/old-file-ids.ts';
import { connectLive } from '#web/lib/live/live-channel.ts';
import type { LineState, LiveMessage } from '#web/lib/live/websocket-client.ts';
import { prepareOffline } from './prepare-offline.ts';
import { createRevalidation } from './revalidation.ts';

type LiveUpdatesProps = { versions: CacheVersions | undefined; since: number };

/**
 * Stands behind the guard, once for as long as somebody is logged in. `versions`: of what the page brought along; `since`: when the
 * application began to fetch, in milliseconds since 1970.
 */
export function LiveUpdates({ versions, since }: LiveUpdatesProps) {
  const client = useQueryClient();
  const { id, role } = useCurrentUser().person;
  useRenewedFileIds();
  const [line, setLine] = useState<LineState>('reconnecting');
  const [lostAt, setLostAt] = useState(0);
  const wasUp = useRef(false);
  const tryAgain = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are those of the start.
  useEffect(() => {
    const revalidation = createRevalidation(client, { versions, since });
    if (isBackNavigation()) revalidation.onRestored();
    const notify = lateDesktopNotices();
    const onPush = (push: LiveMessage) => {
      if (push.type === 'notification') {
        addNotification(client, push.data);
        notify(push.data);
      } else queueChange(client, { ...push, topics: topicsToFetch(push.topics), except: currentUserOptions.queryKey });
    };
    const onEnded = () => void client.invalidateQueries(currentUserOptions);
    // Another tab may have logged out before this one was listening. A server that is away answers nothing.
    const onRefused = () =>
      callOrNull(current, {}).then(
        (person) => {
          if (!person) client.setQueryData(currentUserOptions.queryKey, null);
          return person?.id === id;
        },
        () => false,
      );
    let state: LineState = 'reconnecting';
    const onState = (next: LineState) => {
      if (next !== 'up' && state === 'up') setLostAt((before) => (wasUp.current ? Date.now() : before));
      if (next === 'up') wasUp.current = true;
      state = next;
      setLine(next);
    };
    const live = connectLive(id, { ...revalidation, onPush, onEnded, onRefused, onState });
    tryAgain.current = live.tryAgain;
    // An answer came: there is a line again.
    const onAnswer = () => state === 'lost' && live.tryAgain();
    const queries = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) onAnswer();
    });
    const mutations = client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') onAnswer();
    });
    const stopOpening = listenForOpened();
    const stopPreparing = prepareOffline(client, { id, role });
    return () => {
      stopOpening();
      stopPreparing();
      queries();
      mutations();
      live.disconnect();
      revalidation.stop();
    };
  }, [client, id, role]);
  return (
    <LineStrip line={line} lostAt={lostAt} onRetry={() => tryAgain.current?.()}>
      <OutboxStatus line={line} />
    </LineStrip>
  );
}

/** Their code comes with the first of them. */
function lateDesktopNotices(): (notice: Notice) => void {
  let coming: Promise<(notice: Notice) => void> | undefined;
  return (notice) => {
    coming ??= import('#web/features/notifications/desktop-notification.ts').then((code) => code.desktopNotices());
    coming.then(
      (show) => show(notice),
      () => {
        coming = undefined;
      },
    );
  };
}

/** Going back, browsers take a page from their HTTP cache without asking the server whether it is still right. */
function isBackNavigation(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'back_forward';
}

/** The notifications of a write are pushed whole; 'notifications' alone means that they were read elsewhere. */
function topicsToFetch(topics: Topic[]): Topic[] {
  return topics.length > 1 ? topics.filter((topic) => topic !== 'notifications') : topics;
}
