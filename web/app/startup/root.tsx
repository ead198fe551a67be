// The whole of the browser's part: the public pages, or the application behind the login, and the toasts above both.

import { Suspense, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { linkPaths, parseLinkPath } from '#contract/accounts/auth.ts';
import type { User } from '#contract/accounts/users.ts';
import type { PreloadedState } from '#contract/core/preloaded-state.ts';
import type { SiteConfig } from '#contract/pages/page-render.ts';
import type { LoginPageProps } from '#web/features/accounts/login/login-page.tsx';
import { Hydrated } from '#web/lib/device/hydrated.ts';
import { SiteContext } from '#web/lib/device/site-config.ts';
import { type LazyComponent, lazyComponent } from '#web/lib/page/lazy-component.tsx';
import { Toaster } from '#web/ui/feedback/toaster.tsx';
import type { ApplicationProps } from './application.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

// Which code a path needs, and fetching it early and at once instead of one piece after the other.
const loadApplication = () => import('./application.tsx');
export const application = lazyComponent(loadApplication, 'Application');

const linkPage: LazyComponent<LoginPageProps> = lazyComponent(
  () => import('#web/features/accounts/login/link-page.tsx'),
  'LinkPage',
);

/** The pages that need no login and none of the application. */
export const publicPages: Record<string, LazyComponent<LoginPageProps>> = {
  '/': lazyComponent(() => import('#web/features/landing/landing-page.tsx'), 'LandingPage'),
  '/login': lazyComponent(() => import('#web/features/accounts/login/login-page.tsx'), 'LoginPage'),
  '/forgot-password': lazyComponent(
    () => import('#web/features/accounts/login/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
  [linkPaths.invitation]: linkPage,
  [linkPaths.reset]: linkPage,
};

/** The public page of a path, under the name that it has in the table above; undefined for a path of the application. */
function publicPageOf(path: string): string | undefined {
  const link = parseLinkPath(path);
  const name = link ? linkPaths[link.kind] : path;
  return name in publicPages ? name : undefined;
}

/** Resolves when the code of the first page is there, or failed to load; only what depends on who is here waits for `start`. */
export async function preloadRoute(path: string, start: Promise<PreloadedState | null>): Promise<void> {
  const publicPage = publicPageOf(path);
  if (publicPage) return publicPages[publicPage]?.preload();
  const firstPage = Promise.all([loadApplication(), start]).then(([module, preloaded]) =>
    module.preloadFirstPage(path, preloaded),
  );
  await Promise.all([application.preload(), firstPage.catch(() => undefined)]);
}

type RootProps = {
  site: SiteConfig;
  preloaded: PreloadedState | null;
  /** Of the server's renderer, which asks it what was missing; the browser makes its own behind the login. */
  client?: ApplicationProps['client'];
};

export function Root({ site, preloaded, client }: RootProps) {
  const [path] = useLocation();
  const [start, setStart] = useState<ApplicationProps>({ preloaded, client });
  const forgetStart = useCallback(() => setStart({ preloaded: null }), []);
  const publicPage = publicPageOf(path);
  return (
    <SiteContext value={site}>
      <ErrorBoundary key={publicPage ?? 'application'}>
        <Suspense>
          {publicPage ? (
            <PublicPage name={publicPage} site={site} onLogin={(user) => setStart({ preloaded: null, user })} />
          ) : (
            <Application start={start} onLeave={forgetStart} />
          )}
        </Suspense>
      </ErrorBoundary>
      <Toaster />
    </SiteContext>
  );
}

/** The next person starts with none of this. */
function Application({ start, onLeave }: { start: ApplicationProps; onLeave: () => void }) {
  useEffect(() => onLeave, [onLeave]);
  const Whole = application.use();
  return <Whole {...start} />;
}

type PublicPageProps = { name: string; site: SiteConfig; onLogin: (user: User) => void };

/** The application is fetched as soon as somebody types: by the time they sign in it is there. */
function PublicPage({ name, site, onLogin }: PublicPageProps) {
  const Page = publicPages[name]?.use();
  return (
    <div onInput={application.preload}>
      {Page && <Page site={site} failure={site.loginFailure} onLogin={onLogin} />}
      <Hydrated />
    </div>
  );
}
