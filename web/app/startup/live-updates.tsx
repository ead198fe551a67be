// Puts on screen what arrives over the live channel: notifications without a request, changes by fetching what they concern.
import '#web/media/frame/trusted-types.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { current } from '#contract/accounts/auth.ts';
import type { User } from '#contract/accounts/users.ts';
import type { Topic } from '#contract/core/endpoint.ts';
import type { CacheVersions } from '#contract/core/preloaded-state.ts';
import type { Notification as Notice } from '#contract/notifications/endpoints.ts';
import { rejectionReasons } from '#contract/sessions/rejection.ts';
import { ConnectionBanner } from '#web/app/shell/connection-banner.tsx';
import { OutboxStatus } from '#web/app/shell/outbox-status.tsx';
import { addNotification, listenForOpened } from '#web/features/notifications/desktop-notification.ts';
import { keepChoices } from '#web/features/sessions/filters/keep-choices.ts';
import { endUploads, isUploading } from '#web/features/uploads/sending/use-held-uploads.ts';
import { currentUserOptions, useCurrentUser } from '#web/lib/api/current-user.ts';
import { callOrNull } from '#web/lib/api/http-client.ts';
import { queueChange, refetch } from '#web/lib/api/live-changes.ts';
import { cacheResponses } from '#web/lib/api/offline-cache.ts';
import { queryOptionsFor } from '#web/lib/api/queries.ts';
import { askAgain, cancelSilentQueries, onResponse } from '#web/lib/api/silent-queries.ts';
import { savesData } from '#web/lib/device/data-saver.ts';
import { useRenewedFileIds } from '#web/lib/forms/old-file-ids.ts';
import { connectLive } from '#web/lib/live/live-channel.ts';
import type { LineState, LiveMessage } from '#web/lib/live/websocket-client.ts';
import { keepOffline } from '#web/lib/offline/offline-worker.ts';

// Refetches what was fetched before the live channel was up, or while it was down.

/** In milliseconds; what was fetched this shortly before the first connect is as new as the connect. */
const justLoaded = 2000;
/** How long a restored page may wait for the channel. */
const restoredTimeout = 10_000;

type Start = {
  /** Cache versions; undefined where the page brought nothing and everything was fetched since the start. */
  versions: CacheVersions | undefined;
  /** The start, in milliseconds since 1970. */
  since: number;
};

export function createRevalidation(client: QueryClient, start: Start) {
  let { versions } = start;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refetchAll = () => void cancelSilentQueries(client).then(() => refetch(client));

  return {
    /** The channel is up: fetches only topics that have changed since, or everything if that is unknown. */
    onReady(present: CacheVersions): void {
      clearTimeout(timer);
      const isFresh = versions === undefined && Date.now() - start.since < justLoaded;
      if (versions && present) {
        queueChange(client, { topics: changedTopics(versions, present) });
        void askAgain(client);
      } else if (isFresh) void askAgain(client);
      else refetchAll();
      versions = present;
    },
    /** A restored page may be outdated: it waits for the channel, but not for long. */
    onRestored(): void {
      clearTimeout(timer);
      timer = setTimeout(refetchAll, restoredTimeout);
    },
    stop: () => clearTimeout(timer),
  };
}

function changedTopics(before: NonNullable<CacheVersions>, after: NonNullable<CacheVersions>): Topic[] {
  return (Object.keys(after) as Topic[]).filter((topic) => after[topic] !== before[topic]);
}

// Prepares this device for offline use while somebody is logged in: what they see, what they will need, and the worker.

/** An offline rejection offers its reasons too: a few hundred bytes, which seldom change. */
const reasonsMs = 12 * 60 * 60 * 1000;
/** What the page needs comes first. */
const afterMs = 4000;

async function goOnUploading(client: QueryClient, person: number): Promise<void> {
  const { countKept } = await import('#web/lib/offline/kept-files.ts');
  if ((await countKept(person)) === 0) return;
  const { resumeUploads } = await import('#web/features/uploads/sending/resume-uploads.ts');
  await resumeUploads(client, person);
}

/** Returns a function that stops it. */
function prepareOffline(client: QueryClient, { id, role }: Pick<User, 'id' | 'role'>): () => void {
  const stopKeeping = cacheResponses(client, { id, isClient: role === 'client' });
  let stopWorker: (() => void) | undefined;
  const timer = setTimeout(() => {
    stopWorker = keepOffline(() => !isUploading(client));
    if (role !== 'client') void goOnUploading(client, id).catch(() => undefined);
    if (role === 'admin') void client.prefetchQuery({ ...queryOptionsFor(rejectionReasons, {}), staleTime: reasonsMs });
    if (role === 'photographer' && !savesData()) void keepChoices(client, id).catch(() => undefined);
  }, afterMs);
  return () => {
    clearTimeout(timer);
    endUploads(client);
    stopKeeping();
    stopWorker?.();
  };
}

type LiveUpdatesProps = { versions: CacheVersions | undefined; since: number };

/**
 * Mounted behind the guard, once per login. `versions`: cache versions of what came with the page; `since`: when the application began to
 * fetch, in milliseconds since 1970.
 */
export function LiveUpdates({ versions, since }: LiveUpdatesProps) {
  const client = useQueryClient();
  const { id, role } = useCurrentUser().person;
  useRenewedFileIds();
  const [line, setLine] = useState<LineState>('reconnecting');
  const [lostAt, setLostAt] = useState(0);
  const wasUp = useRef(false);
  const tryAgain = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are fixed at the start.
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
    // Another tab may have logged out before this one was listening. A server that is down does not respond.
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
    const stopResponses = onResponse(client, () => state === 'lost' && live.tryAgain());
    const stopOpening = listenForOpened();
    const stopPreparing = prepareOffline(client, { id, role });
    return () => {
      stopOpening();
      stopPreparing();
      stopResponses();
      live.disconnect();
      revalidation.stop();
    };
  }, [client, id, role]);
  return (
    <ConnectionBanner line={line} lostAt={lostAt} onRetry={() => tryAgain.current?.()}>
      <OutboxStatus line={line} />
    </ConnectionBanner>
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

/** On going back, browsers take a page from their HTTP cache without asking the server whether it is still valid. */
function isBackNavigation(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'back_forward';
}

/** Notifications that a write creates are pushed whole; 'notifications' alone means that they were read elsewhere. */
function topicsToFetch(topics: Topic[]): Topic[] {
  return topics.length > 1 ? topics.filter((topic) => topic !== 'notifications') : topics;
}
