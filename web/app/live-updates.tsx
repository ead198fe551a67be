// What is heard over the live channel, put on screen: notices without a request, changes by refetching what shows them.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Topic } from '#contract/endpoint.ts';
import { showDesktopNotification } from '#web/features/notifications/desktop-notification.ts';
import { addNotification } from '#web/features/notifications/notification-cache.ts';
import { currentUserOptions } from '#web/lib/current-user.ts';
import { discardPreloaded, preloadedCacheVersion } from '#web/lib/preloaded-state.ts';
import { invalidateTopics } from '#web/lib/queries.ts';
import { connectWebSocket, type LiveMessage } from '#web/lib/websocket-client.ts';
import { createInvalidationBatcher } from './invalidation-batcher.ts';

/** What was fetched so shortly before the first connect is as new as the connect; what the page brought along knows its moment. */
const justLoaded = 2000;
/** Several changes of one deed are fetched once. */
const gathering = 50;

/** Stands behind the guard, once for as long as somebody is logged in. */
export function LiveUpdates({ userId }: { userId: number }) {
  const client = useQueryClient();
  useEffect(() => {
    const began = Date.now();
    let first = true;
    const gatherer = createInvalidationBatcher(
      (topics) => invalidateTopics(client, topics, currentUserOptions.queryKey),
      gathering,
    );
    const onPush = (push: LiveMessage) => {
      discardPreloaded();
      if (push.type === 'changed') return gatherer.add(topicsToFetch(push.topics));
      addNotification(client, push.data);
      showDesktopNotification(push.data);
    };
    const askAnew = (what = {}) => {
      discardPreloaded();
      void client.invalidateQueries(what);
    };
    const onReady = (cacheVersion: string | null) => {
      const given = preloadedCacheVersion();
      // A moment that is named again: nothing has changed since.
      const fresh = given === undefined ? Date.now() - began < justLoaded : given !== null && given === cacheVersion;
      if (!first || !fresh) askAnew();
      first = false;
    };
    const onEnded = () => askAnew(currentUserOptions);
    const leave = connectWebSocket(userId, { onReady, onPush, onEnded });
    return () => {
      leave();
      gatherer.stop();
    };
  }, [client, userId]);
  return null;
}

/** The notices of a deed are pushed whole; 'notifications' alone means that they were read elsewhere. */
function topicsToFetch(topics: Topic[]): Topic[] {
  return topics.length > 1 ? topics.filter((topic) => topic !== 'notifications') : topics;
}
