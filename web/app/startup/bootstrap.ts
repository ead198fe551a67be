// Which code a path needs, and fetching it early and at once instead of one piece after the other.
import { linkPaths, parseLinkPath } from '#contract/accounts/link-paths.ts';
import type { PreloadedState } from '#contract/core/preloaded-state.ts';
import type { LoginPageProps } from '#web/features/accounts/login/login-page.tsx';
import { type LazyComponent, lazyComponent } from '#web/lib/page/lazy-component.tsx';

const loadApplication = () => import('./application.tsx');
export const application = lazyComponent(() => loadApplication().then((module) => module.Application));

const linkPage: LazyComponent<LoginPageProps> = lazyComponent(() =>
  import('#web/features/accounts/login/link-page.tsx').then((module) => module.LinkPage),
);

/** The pages that need no login and none of the application. */
export const publicPages: Record<string, LazyComponent<LoginPageProps>> = {
  '/': lazyComponent(() => import('#web/features/landing/landing-page.tsx').then((module) => module.LandingPage)),
  '/login': lazyComponent(() =>
    import('#web/features/accounts/login/login-page.tsx').then((module) => module.LoginPage),
  ),
  '/forgot-password': lazyComponent(() =>
    import('#web/features/accounts/login/forgot-password-page.tsx').then((module) => module.ForgotPasswordPage),
  ),
  [linkPaths.invitation]: linkPage,
  [linkPaths.reset]: linkPage,
};

/** The public page of a path, under the name that it has in the table above; undefined for a path of the application. */
export function publicPageOf(path: string): string | undefined {
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
