// Which code a path needs, and fetching it early and at once instead of one piece after the other.
import { askEarly } from '#web/lib/asked.ts';
import { code } from './code.ts';
import { findPage } from './pages.ts';

export const application = code(() => import('./application.tsx').then((module) => module.Application));
export const loginPage = code(() => import('#web/features/auth/login-page.tsx').then((module) => module.LoginPage));

const landingPage = code(() => import('#web/features/landing/landing-page.tsx').then((module) => module.LandingPage));

/** The pages that need no login and none of the application. */
export const lightPages: Record<string, typeof loginPage> = { '/': landingPage, '/login': loginPage };

export function hurry(path: string): void {
  const light = lightPages[path];
  if (light) return light.preload();
  askEarly();
  application.preload();
  findPage(path)?.page.code.preload();
}
