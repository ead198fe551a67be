// The table of pages behind the login, read by the browser's router, the server and the check of bundle sizes.
import type { Role } from '#contract/policy.ts';

export type Page = {
  name: string;
  /** Two paths of one page are one instance: going from one to the other keeps its state. */
  paths: readonly string[];
  /** The only role that the page is for. Of several pages at one path the first that fits is shown. */
  role?: Role;
  /** The source below web/; `features/accounts/users/users-page.tsx` exports the component `UsersPage`. */
  source: string;
  /** The title of the document until the page shows its heading, which may know better. */
  title: string;
  /** Stands without the sidebar. */
  bare?: boolean;
  /** Stays while the ids in its path change, with its state. */
  lasting?: boolean;
  /** Holds cards of sessions or projects, of which clients read what is new (behaviour §24). */
  marksNews?: boolean;
};

export const pages = [
  {
    name: 'admin-dashboard',
    paths: ['/dashboard'],
    role: 'admin',
    source: 'features/overview/dashboard/admin-dashboard.tsx',
    title: 'Admin Dashboard',
  },
  {
    name: 'client-dashboard',
    paths: ['/dashboard'],
    role: 'client',
    source: 'features/projects/progress/progress-page.tsx',
    title: 'Project Progress',
    marksNews: true,
  },
  {
    name: 'photographer-dashboard',
    paths: ['/dashboard'],
    source: 'features/overview/dashboard/photographer-dashboard.tsx',
    title: 'Photographer Dashboard',
  },
  {
    name: 'projects',
    paths: ['/projects'],
    source: 'features/projects/projects-page.tsx',
    title: 'Projects',
    marksNews: true,
  },
  {
    name: 'project',
    paths: ['/projects/:id'],
    source: 'features/projects/project-page.tsx',
    title: 'Project',
    marksNews: true,
  },
  {
    name: 'compare',
    paths: ['/projects/:id/compare'],
    source: 'features/projects/progress/compare-page.tsx',
    title: 'Visual Comparison',
  },
  {
    name: 'viewpoint',
    paths: ['/projects/:id/viewpoints/:viewpointId'],
    source: 'features/viewpoints/page/viewpoint-page.tsx',
    title: 'Viewpoint',
  },
  {
    name: 'stage',
    paths: ['/stages/:id'],
    source: 'features/stages/page/stage-page.tsx',
    title: 'Stage',
  },
  {
    name: 'sessions',
    paths: ['/sessions', '/sessions/new'],
    source: 'features/sessions/list/sessions-page.tsx',
    title: 'Sessions',
    marksNews: true,
  },
  {
    name: 'session',
    paths: ['/sessions/:id'],
    source: 'features/sessions/page/session-page.tsx',
    title: 'Session',
  },
  {
    name: 'approvals',
    paths: ['/approvals'],
    source: 'features/sessions/list/approvals-page.tsx',
    title: 'Pending Approvals',
  },
  {
    name: 'figures',
    paths: ['/approvals/figures'],
    source: 'features/overview/figures/figures-page.tsx',
    title: 'Review Figures',
  },
  {
    name: 'review',
    paths: ['/approvals/:id'],
    source: 'features/sessions/desk/review-page.tsx',
    title: 'Review',
    lasting: true,
  },
  {
    name: 'concerns',
    paths: ['/concerns'],
    source: 'features/disputes/concerns-page.tsx',
    title: 'Concerns',
  },
  {
    name: 'users',
    paths: ['/users'],
    source: 'features/accounts/users/users-page.tsx',
    title: 'User Management',
  },
  {
    name: 'history',
    paths: ['/admin-history', '/admin/history'],
    source: 'features/overview/history/history-page.tsx',
    title: 'System History',
  },
  {
    name: 'settings',
    paths: ['/settings'],
    source: 'features/settings/settings-page.tsx',
    title: 'Settings',
  },
  {
    name: 'search',
    paths: ['/search'],
    source: 'features/overview/search/search-page.tsx',
    title: 'Search',
  },
  {
    name: 'profile',
    paths: ['/profile'],
    source: 'features/accounts/profile/profile-page.tsx',
    title: 'Profile',
    bare: true,
  },
] as const satisfies readonly Page[];

export type PageName = (typeof pages)[number]['name'];

export type PageMatch = { page: Page; params: Record<string, string> };

/** The page of a path, of one's role where that is known, with what its parameters hold; undefined for a path that nobody serves. */
export function matchPage(path: string, role?: Role): PageMatch | undefined {
  for (const page of pages as readonly Page[]) {
    if (role && page.role && page.role !== role) continue;
    for (const pattern of page.paths) {
      const params = matchPath(pattern, path);
      if (params) return { page, params };
    }
  }
  return undefined;
}

/** `/projects/:id` against `/projects/12` is `{ id: '12' }`; ids are whole numbers. A slash at the end does not matter. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const expected = pattern.split('/');
  const actual = path.split('/');
  while (actual.length > 1 && actual.at(-1) === '') actual.pop();
  if (expected.length !== actual.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const value = actual[index] ?? '';
    if (!segment.startsWith(':')) {
      if (segment !== value) return undefined;
    } else if (/^[1-9]\d{0,9}$/.test(value)) params[segment.slice(1)] = value;
    else return undefined;
  }
  return params;
}
