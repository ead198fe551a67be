// The whole of the browser's part: the public pages, or the application behind the login, and the toasts above both.
import { Suspense, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { User } from '#contract/accounts/users.ts';
import type { PreloadedState } from '#contract/core/preloaded-state.ts';
import type { SiteConfig } from '#contract/pages/page-render.ts';
import { SiteContext } from '#web/lib/device/site-config.ts';
import { TakenOver } from '#web/lib/device/taken-over.ts';
import { Toaster } from '#web/ui/feedback/toaster.tsx';
import type { ApplicationProps } from './application.tsx';
import { application, publicPageOf, publicPages } from './bootstrap.ts';
import { ErrorBoundary } from './error-boundary.tsx';

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

/** Whoever comes next starts with nothing of this. */
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
      <TakenOver />
    </div>
  );
}
