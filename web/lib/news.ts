// What is new to a client since they were here (behaviour §24); to everybody else nothing is.
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type News, news } from '#contract/news.ts';
import { can } from '#contract/policy.ts';
import type { Session } from '#contract/sessions.ts';
import { useCurrentUser } from './current-user.ts';
import { queryOptionsFor } from './queries.ts';

/** Every card asks, so mounting one is no reason to fetch: only a change is. */
export function useNewsOf(projectId: number): News['projects'][number] | undefined {
  const enabled = can.followNews(useCurrentUser().actor);
  const { data } = useQuery({ ...queryOptionsFor(news, {}), enabled, staleTime: Number.POSITIVE_INFINITY });
  return data?.projects.find((one) => one.projectId === projectId);
}

/** Clients read of a session when it was released; both are written alike, to the microsecond. */
export function useIsNew({ projectId, reviewedAt }: Pick<Session, 'projectId' | 'reviewedAt'>): boolean {
  const known = useNewsOf(projectId);
  return known !== undefined && reviewedAt !== null && reviewedAt > known.since;
}

/** A ref for what shows released visits: once it was on the screen long enough, the server is told. */
export function useSeen(...shownIds: readonly number[]) {
  const follows = can.followNews(useCurrentUser().actor);
  const key = shownIds.join();
  return useCallback(
    (shown: Element | null) => {
      if (!shown || !follows) return undefined;
      let end: (() => void) | undefined = () => undefined;
      void import('./watch-look.ts').then(
        ({ watchLook }) => {
          if (end) end = watchLook(shown, key.split(',').map(Number));
        },
        () => undefined,
      );
      return () => {
        end?.();
        end = undefined;
      };
    },
    [follows, key],
  );
}
