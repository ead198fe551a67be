// The whole of the browser's part: the light pages, or the application behind the login, and the toasts above both.
import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { readSiteConfig } from '#web/lib/site-config.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { application, publicPages } from './bootstrap.ts';
import { ErrorBoundary } from './error-boundary.tsx';

export function Root() {
  const [path] = useLocation();
  const light = path in publicPages;
  return (
    <>
      <ErrorBoundary key={light ? path : 'application'}>
        <Suspense>{light ? <LightPage path={path} /> : <Application />}</Suspense>
      </ErrorBoundary>
      <Toaster />
    </>
  );
}

function Application() {
  const Whole = application.use();
  return <Whole />;
}

/** The application is fetched as soon as somebody types: by the time they sign in it is there. */
function LightPage({ path }: { path: string }) {
  const Page = publicPages[path]?.use();
  const house = readSiteConfig();
  return <div onInput={application.preload}>{Page && <Page house={house} failure={house.loginFailure} />}</div>;
}
