// What is new to a client since they were here (behaviour §24); to everybody else nothing is.
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { can } from '#contract/policy.ts';
import { type News, news } from '#contract/sessions/endpoints.ts';
import { useCurrentUser } from './current-user.ts';
import { queryOptionsFor } from './queries.ts';

type ProjectNews = News['projects'][number];

const NewsContext = createContext<readonly ProjectNews[] | undefined>(undefined);

/** Around a page that marks what is new (contract/pages/pages.ts): it asks once for all cards, and mounting it is no reason to fetch, only a change. */
export function NewsProvider({ children }: { children: ReactNode }) {
  const enabled = can.followNews(useCurrentUser().actor);
  const { data } = useQuery({ ...queryOptionsFor(news, {}), enabled, staleTime: Number.POSITIVE_INFINITY });
  return <NewsContext value={data?.projects}>{children}</NewsContext>;
}

export function useNewsOf(projectId: number): ProjectNews | undefined {
  return useContext(NewsContext)?.find((one) => one.projectId === projectId);
}
