// What is heard over the live channel, put on screen: notices without a request, changes by refetching what shows them.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Topic } from '#contract/route.ts';
import { showDesktopNotice } from '#web/features/notifications/desktop-notification.ts';
import { takeNotice } from '#web/features/notifications/notification-cache.ts';
import { personOptions } from '#web/lib/current-user.ts';
import { dropGiven, givenMoment } from '#web/lib/preloaded-state.ts';
import { refreshTopics } from '#web/lib/queries.ts';
import { type News, openLive } from '#web/lib/websocket-client.ts';
import { topicGatherer } from './invalidation-batcher.ts';

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
    const gatherer = topicGatherer((topics) => refreshTopics(client, topics, personOptions.queryKey), gathering);
    const onPush = (push: News) => {
      dropGiven();
      if (push.type === 'changed') return gatherer.add(topicsToFetch(push.topics));
      takeNotice(client, push.data);
      showDesktopNotice(push.data);
    };
    const askAnew = (what = {}) => {
      dropGiven();
      void client.invalidateQueries(what);
    };
    const onReady = (moment: string | null) => {
      const given = givenMoment();
      // A moment that is named again: nothing has changed since.
      const fresh = given === undefined ? Date.now() - began < justLoaded : given !== null && given === moment;
      if (!first || !fresh) askAnew();
      first = false;
    };
    const onEnded = () => askAnew(personOptions);
    const leave = openLive(userId, { onReady, onPush, onEnded });
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
