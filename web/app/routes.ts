// Every page behind the login: its paths, its code, and whether it stands in the shell.
import { type LazyComponent, lazyComponent } from '#web/lib/lazy-component.tsx';

export type PageProps = { params: Record<string, string> };
export type AppRoute = {
  /** Two paths of one page are one instance: going from one to the other keeps its state. */
  name: string;
  paths: readonly string[];
  code: LazyComponent<PageProps>;
  /** /profile stands without the sidebar (pages §2). */
  bare?: boolean;
};

export const routes: readonly AppRoute[] = [
  {
    name: 'dashboard',
    paths: ['/dashboard'],
    code: lazyComponent(() => import('./dashboard-page.tsx').then((module) => module.DashboardPage)),
  },
  {
    name: 'projects',
    paths: ['/projects'],
    code: lazyComponent(() => import('#web/features/projects/projects-page.tsx').then((module) => module.ProjectsPage)),
  },
  {
    name: 'project',
    paths: ['/projects/:id'],
    code: lazyComponent(() => import('#web/features/projects/project-page.tsx').then((module) => module.ProjectPage)),
  },
  {
    name: 'compare',
    paths: ['/projects/:id/compare'],
    code: lazyComponent(() => import('#web/features/progress/compare-page.tsx').then((module) => module.ComparePage)),
  },
  {
    name: 'sessions',
    paths: ['/sessions', '/sessions/new'],
    code: lazyComponent(() => import('#web/features/sessions/sessions-page.tsx').then((module) => module.SessionsPage)),
  },
  {
    name: 'session',
    paths: ['/sessions/:id'],
    code: lazyComponent(() => import('#web/features/sessions/session-page.tsx').then((module) => module.SessionPage)),
  },
  {
    name: 'approvals',
    paths: ['/approvals'],
    code: lazyComponent(() =>
      import('#web/features/sessions/approvals-page.tsx').then((module) => module.ApprovalsPage),
    ),
  },
  {
    name: 'users',
    paths: ['/users'],
    code: lazyComponent(() => import('#web/features/users/users-page.tsx').then((module) => module.UsersPage)),
  },
  {
    name: 'history',
    paths: ['/admin-history', '/admin/history'],
    code: lazyComponent(() => import('#web/features/history/history-page.tsx').then((module) => module.HistoryPage)),
  },
  {
    name: 'profile',
    paths: ['/profile'],
    code: lazyComponent(() => import('#web/features/users/profile-page.tsx').then((module) => module.ProfilePage)),
    bare: true,
  },
];

/** The page of a path with what its parameters hold; undefined for a path that nobody serves. */
export function matchRoute(path: string): { page: AppRoute; params: PageProps['params'] } | undefined {
  for (const page of routes) {
    for (const pattern of page.paths) {
      const params = matchPath(pattern, path);
      if (params) return { page, params };
    }
  }
  return undefined;
}

/** `/projects/:id` against `/projects/12` is `{ id: '12' }`; ids are whole numbers. A slash at the end does not matter. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.replace(/\/+$/, '').split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, word] of wanted.entries()) {
    const part = given[at] ?? '';
    if (!word.startsWith(':')) {
      if (word !== part) return undefined;
    } else if (/^[1-9]\d{0,9}$/.test(part)) params[word.slice(1)] = part;
    else return undefined;
  }
  return params;
}

/** Fetches the code of a link's page before it is clicked. */
export function preloadRouteCode(path: string): void {
  void matchRoute(path)?.page.code.preload();
}
