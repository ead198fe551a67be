// Everything behind the login: what is known of the server's data, the guard, the live channel, and the page in its frame.
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { redirectToLogin } from '#web/lib/login-redirect.ts';
import { TooltipLayer } from '#web/ui/tooltip.tsx';
import { AuthGuard } from './auth-guard.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFound } from './not-found.tsx';
import { PageLayout } from './page-layout.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { type AppRoute, matchRoute, type PageProps } from './routes.ts';

/** Asked once, never on a timer or on focus, stale at once (foundation §7). Offline it fails in words instead of waiting unseen. */
export function makeClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => error.status === 401 && redirectToLogin() }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 0,
        networkMode: 'always',
      },
    },
  });
}

/** Made anew after each login, so that nobody sees what was fetched for somebody else. */
export function Application() {
  const [client] = useState(makeClient);
  const [path] = useLocation();
  const found = matchRoute(path);
  const key = found ? [found.page.name, ...Object.values(found.params)].join(' ') : path;
  return (
    <QueryClientProvider client={client}>
      <AuthGuard open={!found}>
        <PageLayout bare={found?.page.bare ?? false}>
          <ErrorBoundary key={key}>
            <Suspense fallback={<PageSkeleton />}>
              {found ? <PageCode page={found.page} params={found.params} /> : <NotFound />}
            </Suspense>
          </ErrorBoundary>
        </PageLayout>
      </AuthGuard>
      <TooltipLayer />
    </QueryClientProvider>
  );
}

function PageCode({ page, params }: PageProps & { page: AppRoute }) {
  const Content = page.code.use();
  return <Content params={params} />;
}
