// Lets through who is logged in; everybody else goes to the login page and comes back to where they were heading.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Redirect } from 'wouter';
import { PageSkeleton } from '#web/app/page-skeleton.tsx';
import { notFound } from '#web/app/routes.ts';
import { CurrentUserContext, currentUserOptions } from '#web/lib/api/current-user.ts';
import { loginUrl, redirectToLogin } from '#web/lib/api/login-redirect.ts';
import { Hydrated } from '#web/lib/device/hydrated.ts';
import { useSiteConfig } from '#web/lib/device/site-config.ts';
import { QueryError } from '#web/ui/feedback/query-error.tsx';

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
