// Which code a path needs, and fetching it early and at once instead of one piece after the other.
import { current } from '#contract/auth.ts';
import { prefetchCurrentUser } from '#web/lib/current-user-prefetch.ts';
import { preloaded } from '#web/lib/http-client.ts';
import { lazyComponent } from '#web/lib/lazy-component.tsx';
import { dashboardFor } from './role-dashboards.ts';
import { matchRoute } from './routes.ts';

export const application = lazyComponent(() => import('./application.tsx').then((module) => module.Application));
export const loginPage = lazyComponent(() =>
  import('#web/features/auth/login-page.tsx').then((module) => module.LoginPage),
);

const landingPage = lazyComponent(() =>
  import('#web/features/landing/landing-page.tsx').then((module) => module.LandingPage),
);

/** The pages that need no login and none of the application. */
export const publicPages: Record<string, typeof loginPage> = { '/': landingPage, '/login': loginPage };

/** Resolves when there is something to draw: a light page is drawn already, any other when its code is there or cannot be had. */
export async function preloadRoute(path: string): Promise<void> {
  const light = publicPages[path];
  if (light) {
    void light.preload();
    return;
  }
  const page = matchRoute(path)?.page;
  const person = preloaded(current, {});
  if (!person) prefetchCurrentUser();
  const home = person && page?.name === 'dashboard' ? dashboardFor(person.role).preload() : undefined;
  await Promise.all([application.preload(), page?.code.preload(), home]);
}
