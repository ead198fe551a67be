// Keeps what was fetched before the live channel was there, or while it was away, no older than the channel.
import type { QueryClient } from '@tanstack/react-query';
import type { Topic } from '#contract/core/endpoint.ts';
import type { CacheVersions } from '#contract/core/preloaded-state.ts';
import { queueChange, refetch } from '#web/lib/api/live-changes.ts';
import { askAgain, letGoOfSilent } from '#web/lib/api/silent-queries.ts';

/** Milliseconds; what was fetched so shortly before the first connect is as new as the connect. */
const justLoaded = 2000;
/** How long what is shown again may wait for the channel. */
const restoredTimeout = 10_000;

type Start = {
  /** Of what is cached; undefined where the page brought nothing and all was fetched since the start. */
  versions: CacheVersions | undefined;
  /** The start, in milliseconds since 1970. */
  since: number;
};

export function createRevalidation(client: QueryClient, start: Start) {
  let { versions } = start;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refetchAll = () => void letGoOfSilent(client).then(() => refetch(client));

  return {
    /** The channel is there: only topics that have changed since are fetched again, or all where nobody can know. */
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
    /** What is shown may be old: it waits for the channel, but not for long. */
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
