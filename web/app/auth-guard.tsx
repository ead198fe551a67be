// Lets through who is logged in; everybody else goes to the login page and comes back to where they were heading.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Redirect } from 'wouter';
import { sentenceOf } from '#web/lib/api-error.ts';
import { personOptions } from '#web/lib/current-user.ts';
import { leaveForLogin, loginAddress } from '#web/lib/login-redirect.ts';
import { readHouse } from '#web/lib/site-config.ts';
import { Failure } from '#web/ui/error-state.tsx';
import { FrameSkeleton } from './app-skeleton.tsx';
import { LiveUpdates } from './live-updates.tsx';
import { NotFound } from './not-found.tsx';

type GuardProps = {
  /** A path that nobody serves: strangers are told so, without a login. */
  open: boolean;
  children: ReactNode;
};

export function Guard({ open, children }: GuardProps) {
  const { data: person, error, isFetching, refetch } = useQuery(personOptions);
  const wasHere = useRef(false);
  useEffect(() => {
    if (person) wasHere.current = true;
    else if (person === null && wasHere.current) leaveForLogin();
  }, [person]);
  if (person) {
    return (
      <>
        <LiveUpdates key={person.id} userId={person.id} />
        {children}
      </>
    );
  }
  if (person === undefined && error) {
    return (
      <main className="grid min-h-dvh place-items-center">
        <Failure message={sentenceOf(error)} onRetry={() => refetch()} retrying={isFetching} />
      </main>
    );
  }
  if (person === undefined || wasHere.current) return <FrameSkeleton />;
  return open ? <StrangersNotFound /> : <Redirect to={loginAddress()} replace />;
}

function StrangersNotFound() {
  return (
    <main>
      <title>{`404 Page Not Found · ${readHouse().brand.name}`}</title>
      <NotFound />
    </main>
  );
}
