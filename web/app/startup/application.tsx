// Everything behind the login: the cache of the server's data, the guard, the live channel, and the page in its layout.
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { memo, Suspense, useCallback, useContext, useState } from 'react';
import { useLocation } from 'wouter';
import { current } from '#contract/accounts/auth.ts';
import type { User } from '#contract/accounts/users.ts';
import type { CacheVersions, PreloadedState } from '#contract/core/preloaded-state.ts';
import { matchPage, type PageMatch } from '#contract/pages/pages.ts';
import { PageSkeleton } from '#web/app/page-skeleton.tsx';
import { notFound, pageComponent, preloadPageCode } from '#web/app/routes.ts';
import { PageLayout } from '#web/app/shell/page-layout.tsx';
import { currentUserOptions, useCurrentUser } from '#web/lib/api/current-user.ts';
import { NewsProvider } from '#web/lib/api/news.tsx';
import { createQueryClient, endPreload } from '#web/lib/api/query-client.ts';
import { Hydrated, HydratedContext } from '#web/lib/device/hydrated.ts';
import { lazyComponent } from '#web/lib/page/lazy-component.tsx';
import { useAfterPaint } from '#web/lib/page/use-after-paint.ts';
import { AuthGuard } from './auth-guard.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** Loaded after the page is shown: it keeps the page up to date. */
const liveUpdates = lazyComponent(() => import('./live-updates.tsx'), 'LiveUpdates');

/** Loaded after paint: nothing is hovered or pressed before. */
const attendance = lazyComponent(() => import('#web/app/shell/page-effects.tsx'), 'PageEffects');

/** `user`: the person who has just logged in, from the response to the login (behaviour §8.1). */
export type ApplicationProps = { preloaded: PreloadedState | null; user?: User; client?: QueryClient | undefined };

/** Preloads the code of the first page if the person is known; the code of other pages is fetched as they are rendered. */
export async function preloadFirstPage(path: string, preloaded: PreloadedState | null): Promise<void> {
  const user = preloaded?.queries.find(({ queryKey }) => queryKey[0] === current.path)?.state.data;
  if (user) await preloadPageCode(path, (user as User).role);
}

/** Recreated after each login, so that nobody sees what was fetched for somebody else. */
export function Application({ preloaded, user, client: given }: ApplicationProps) {
  const [client] = useState(() => {
    if (given) return given;
    const created = createQueryClient(preloaded);
    if (user) created.setQueryData(currentUserOptions.queryKey, user);
    return created;
  });
  const [path] = useLocation();
  const [isHydrated, setHydrated] = useState(false);
  const giveWhatWaited = useContext(HydratedContext);
  const onHydrated = useCallback(() => {
    giveWhatWaited();
    endPreload(client);
    setHydrated(true);
  }, [giveWhatWaited, client]);
  return (
    <QueryClientProvider client={client}>
      <AuthGuard open={!matchPage(path)}>
        <LiveChannel versions={preloaded?.versions} isHydrated={isHydrated} />
        <HydratedContext value={onHydrated}>
          <CurrentPage path={path} />
        </HydratedContext>
      </AuthGuard>
      <AfterPaint />
    </QueryClientProvider>
  );
}

type LiveChannelProps = { versions: CacheVersions | undefined; isHydrated: boolean };

/**
 * Retries until its code is loaded: without it the page would hear of no changes. It starts after hydration, because a change before that
 * would make React render the page again; the cache versions sent with the page show afterwards what has changed.
 */
function LiveChannel({ versions, isHydrated }: LiveChannelProps) {
  const [since] = useState(Date.now);
  const LiveUpdates = liveUpdates.useInTheEnd(useAfterPaint() && isHydrated);
  return LiveUpdates ? <LiveUpdates versions={versions} since={since} /> : null;
}

function AfterPaint() {
  const PageEffects = attendance.useInTheEnd(useAfterPaint());
  return PageEffects ? <PageEffects /> : null;
}

function keyOf({ page, params }: PageMatch): string {
  return page.lasting ? page.name : [page.name, ...Object.values(params)].join(' ');
}

/** Memoized: rendering it again with its surroundings would hydrate a page that is not hydrated yet at once, in one long task. */
const CurrentPage = memo(function CurrentPage({ path }: { path: string }) {
  const match = matchPage(path, useCurrentUser().person.role);
  const key = match ? keyOf(match) : path;
  return (
    <PageLayout bare={match?.page.bare ?? false} title={match?.page.title}>
      <ErrorBoundary key={key}>
        <Suspense fallback={<PageSkeleton />}>{match ? <PageContent {...match} /> : <NoPage />}</Suspense>
      </ErrorBoundary>
    </PageLayout>
  );
});

function NoPage() {
  const NotFound = notFound.use();
  return (
    <>
      <NotFound />
      <Hydrated />
    </>
  );
}

function PageContent({ page, params }: PageMatch) {
  const Content = pageComponent(page).use();
  const content = <Content params={params} />;
  return (
    <>
      {page.marksNews ? <NewsProvider>{content}</NewsProvider> : content}
      <Hydrated />
    </>
  );
}
