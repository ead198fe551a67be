// Which code a path needs, and fetching it early and at once instead of one piece after the other.
import { current } from '#contract/auth.ts';
import { askEarly } from '#web/lib/current-user-prefetch.ts';
import { givenNow } from '#web/lib/http-client.ts';
import { code } from './lazy-component.ts';
import { homeOf } from './role-dashboards.ts';
import { findPage } from './routes.ts';

export const application = code(() => import('./application.tsx').then((module) => module.Application));
export const loginPage = code(() => import('#web/features/auth/login-page.tsx').then((module) => module.LoginPage));

const landingPage = code(() => import('#web/features/landing/landing-page.tsx').then((module) => module.LandingPage));

/** The pages that need no login and none of the application. */
export const lightPages: Record<string, typeof loginPage> = { '/': landingPage, '/login': loginPage };

/** Resolves when there is something to draw: a light page is drawn already, any other when its code is there or cannot be had. */
export async function hurry(path: string): Promise<void> {
  const light = lightPages[path];
  if (light) {
    void light.preload();
    return;
  }
  const page = findPage(path)?.page;
  const person = givenNow(current, {});
  if (!person) askEarly();
  const home = person && page?.name === 'dashboard' ? homeOf(person.role).preload() : undefined;
  await Promise.all([application.preload(), page?.code.preload(), home]);
}
