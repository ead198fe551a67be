// Which code a path needs, and fetching it early and at once instead of one piece after the other.
import { askEarly } from '#web/lib/asked.ts';
import { code } from './code.ts';
import { findPage } from './pages.ts';

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
  askEarly();
  await Promise.all([application.preload(), findPage(path)?.page.code.preload()]);
}
