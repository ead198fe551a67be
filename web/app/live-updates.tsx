// What arrives over the live channel, put on screen: notifications without a request, changes by fetching what they concern.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Topic } from '#contract/endpoint.ts';
import { showDesktopNotification } from '#web/features/notifications/desktop-notification.ts';
import { addNotification } from '#web/features/notifications/notification-cache.ts';
import { currentUserOptions } from '#web/lib/current-user.ts';
import { queueChange } from '#web/lib/live-changes.ts';
import { discardPreloaded, preloadedCacheVersion } from '#web/lib/preloaded-state.ts';
import { connectWebSocket, type LiveMessage } from '#web/lib/websocket-client.ts';

/** What was fetched so shortly before the first connect is as new as the connect; what the page brought along knows its moment. */
const justLoaded = 2000;

/** Stands behind the guard, once for as long as somebody is logged in. */
export function LiveUpdates({ userId }: { userId: number }) {
  const client = useQueryClient();
  useEffect(() => {
    const began = Date.now();
    let first = true;
    const onPush = (push: LiveMessage) => {
      discardPreloaded();
      if (push.type === 'notification') {
        addNotification(client, push.data);
        showDesktopNotification(push.data);
      } else queueChange(client, { ...push, topics: topicsToFetch(push.topics), except: currentUserOptions.queryKey });
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
    return connectWebSocket(userId, { onReady, onPush, onEnded });
  }, [client, userId]);
  return null;
}

/** The notifications of a write are pushed whole; 'notifications' alone means that they were read elsewhere. */
function topicsToFetch(topics: Topic[]): Topic[] {
  return topics.length > 1 ? topics.filter((topic) => topic !== 'notifications') : topics;
}
