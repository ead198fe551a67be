// The whole of the browser's part: the public pages, or the application behind the login, and the toasts above both.
import { Suspense, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { PreloadedState } from '#contract/preloaded-state.ts';
import type { User } from '#contract/users.ts';
import { readSiteConfig } from '#web/lib/site-config.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import type { ApplicationProps } from './application.tsx';
import { application, publicPages } from './bootstrap.ts';
import { ErrorBoundary } from './error-boundary.tsx';

export function Root({ preloaded }: { preloaded: PreloadedState | null }) {
  const [path] = useLocation();
  const [start, setStart] = useState<ApplicationProps>({ preloaded });
  const forgetStart = useCallback(() => setStart({ preloaded: null }), []);
  const isPublic = path in publicPages;
  return (
    <>
      <ErrorBoundary key={isPublic ? path : 'application'}>
        <Suspense>
          {isPublic ? (
            <PublicPage path={path} onLogin={(user) => setStart({ preloaded: null, user })} />
          ) : (
            <Application start={start} onLeave={forgetStart} />
          )}
        </Suspense>
      </ErrorBoundary>
      <Toaster />
    </>
  );
}

/** Whoever comes next starts with nothing of this. */
function Application({ start, onLeave }: { start: ApplicationProps; onLeave: () => void }) {
  useEffect(() => onLeave, [onLeave]);
  const Whole = application.use();
  return <Whole {...start} />;
}

/** The application is fetched as soon as somebody types: by the time they sign in it is there. */
function PublicPage({ path, onLogin }: { path: string; onLogin: (user: User) => void }) {
  const Page = publicPages[path]?.use();
  const site = readSiteConfig();
  return (
    <div onInput={application.preload}>
      {Page && <Page site={site} failure={site.loginFailure} onLogin={onLogin} />}
    </div>
  );
}
