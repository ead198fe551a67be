// Everything behind the login: the cache of the server's data, the guard, the live channel, and the page in its layout.

import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, Suspense, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { current } from '#contract/accounts/auth.ts';
import type { User } from '#contract/accounts/users.ts';
import type { CacheVersions, PreloadedState } from '#contract/core/preloaded-state.ts';
import { matchPage, type PageMatch } from '#contract/pages/pages.ts';
import { notFound, pageComponent, preloadPageCode } from '#web/app/routes.ts';
import { PageLayout } from '#web/app/shell/page-layout.tsx';
import { CurrentUserContext, currentUserOptions, useCurrentUser } from '#web/lib/api/current-user.ts';
import { loginUrl, redirectToLogin } from '#web/lib/api/login-redirect.ts';
import { NewsProvider } from '#web/lib/api/news.tsx';
import { createQueryClient, endPreload } from '#web/lib/api/query-client.ts';
import { Hydrated, HydratedContext } from '#web/lib/device/hydrated.ts';
import { useSiteConfig } from '#web/lib/device/site-config.ts';
import { lazyComponent } from '#web/lib/page/lazy-component.tsx';
import { useAfterPaint } from '#web/lib/page/use-after-paint.ts';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
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

// Lets through who is logged in; everybody else goes to the login page and comes back to where they were heading.
type GuardProps = {
  /** A path that nobody serves: strangers see that too, without a login. */
  open: boolean;
  children: ReactNode;
};

export function AuthGuard({ open, children }: GuardProps) {
  const current = useQuery(currentUserOptions);
  const present = current.data;
  const wasHere = useRef(false);
  useEffect(() => {
    if (present) wasHere.current = true;
    else if (present === null && wasHere.current) redirectToLogin();
  }, [present]);
  if (present) return <CurrentUserContext value={present}>{children}</CurrentUserContext>;
  if (present === undefined && current.error) {
    return (
      <main className="grid min-h-dvh place-items-center">
        <QueryError query={current} />
      </main>
    );
  }
  if (present === undefined || wasHere.current) return <Waiting />;
  return open ? <StrangersNotFound /> : <Redirect to={loginUrl()} replace />;
}

/** It is not known yet who is here: the server did not say, or somebody has just left. */
function Waiting() {
  return (
    <main>
      <PageSkeleton />
    </main>
  );
}

function StrangersNotFound() {
  const NotFound = notFound.use();
  const { brand } = useSiteConfig();
  return (
    <main>
      <title>{`404 Page Not Found · ${brand.name}`}</title>
      <NotFound />
      <Hydrated />
    </main>
  );
}

// The shape of a page whose code is on its way.
export function PageSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <div className="py-6">
        <Skeleton className="h-8 w-56" />
        <Skeleton className="mt-2 h-5 w-80 max-w-full" />
      </div>
      <SkeletonList count={6} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        <Skeleton className="h-44 rounded-card" />
      </SkeletonList>
      <span role="status" className="sr-only">
        Loading
      </span>
    </div>
  );
}
