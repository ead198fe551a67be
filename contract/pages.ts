// The table of pages behind the login, read by the browser's router, the server and the check of bundle sizes.
import { current } from './auth.ts';
import { brand } from './brand.ts';
import { checklist } from './checklist.ts';
import { companyDefaults } from './company-defaults.ts';
import { companySettings } from './company-settings.ts';
import { dashboardStats } from './dashboard.ts';
import { demoRequests } from './demo-requests.ts';
import { disputes, sessionDisputes } from './disputes.ts';
import type { Endpoint } from './endpoint.ts';
import { reviewFigures } from './figures.ts';
import { disputeHistory, responseTimes, sessionHistory } from './history.ts';
import { newestVisit, news } from './news.ts';
import { notifications } from './notifications.ts';
import type { Role } from './policy.ts';
import type { InitialCall } from './preloaded-state.ts';
import { getProject, projects, sites } from './projects.ts';
import { rejectionReasons } from './rejection-reasons.ts';
import type { Input } from './request.ts';
import { savedFilters } from './saved-filters.ts';
import { getSession, sessionRecords, sessions } from './sessions.ts';
import { shareRules } from './share-rules.ts';
import { users } from './users.ts';
import { getViewpoint, viewpoints } from './viewpoints.ts';
import { webhooks } from './webhooks.ts';

export type Page = {
  name: string;
  /** Two paths of one page are one instance: going from one to the other keeps its state. */
  paths: readonly string[];
  /** The only role that the page is for. Of several pages at one path the first that fits is shown. */
  role?: Role;
  /** The source below web/; `features/users/users-page.tsx` exports the component `UsersPage`. */
  source: string;
  /** The title of the document until the page shows its heading, which may know better. */
  title: string;
  /** Stands without the sidebar. */
  bare?: boolean;
  /** Stays while the ids in its path change, with its state. */
  lasting?: boolean;
};

export const pages = [
  {
    name: 'admin-dashboard',
    paths: ['/dashboard'],
    role: 'admin',
    source: 'features/dashboard/admin-dashboard.tsx',
    title: 'Admin Dashboard',
  },
  {
    name: 'client-dashboard',
    paths: ['/dashboard'],
    role: 'client',
    source: 'features/progress/progress-page.tsx',
    title: 'Project Progress',
  },
  {
    name: 'photographer-dashboard',
    paths: ['/dashboard'],
    source: 'features/dashboard/photographer-dashboard.tsx',
    title: 'Photographer Dashboard',
  },
  {
    name: 'projects',
    paths: ['/projects'],
    source: 'features/projects/projects-page.tsx',
    title: 'Projects',
  },
  {
    name: 'project',
    paths: ['/projects/:id'],
    source: 'features/projects/project-page.tsx',
    title: 'Project',
  },
  {
    name: 'compare',
    paths: ['/projects/:id/compare'],
    source: 'features/progress/compare-page.tsx',
    title: 'Visual Comparison',
  },
  {
    name: 'viewpoint',
    paths: ['/projects/:id/viewpoints/:viewpointId'],
    source: 'features/viewpoints/viewpoint-page.tsx',
    title: 'Viewpoint',
  },
  {
    name: 'sessions',
    paths: ['/sessions', '/sessions/new'],
    source: 'features/sessions/sessions-page.tsx',
    title: 'Sessions',
  },
  {
    name: 'session',
    paths: ['/sessions/:id'],
    source: 'features/sessions/session-page.tsx',
    title: 'Session',
  },
  {
    name: 'approvals',
    paths: ['/approvals'],
    source: 'features/sessions/approvals-page.tsx',
    title: 'Pending Approvals',
  },
  {
    name: 'figures',
    paths: ['/approvals/figures'],
    source: 'features/figures/figures-page.tsx',
    title: 'Review Figures',
  },
  {
    name: 'review',
    paths: ['/approvals/:id'],
    source: 'features/review/review-page.tsx',
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
    source: 'features/users/users-page.tsx',
    title: 'User Management',
  },
  {
    name: 'history',
    paths: ['/admin-history', '/admin/history'],
    source: 'features/history/history-page.tsx',
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
    source: 'features/search/search-page.tsx',
    title: 'Search',
  },
  {
    name: 'profile',
    paths: ['/profile'],
    source: 'features/users/profile-page.tsx',
    title: 'Profile',
    bare: true,
  },
] as const satisfies readonly Page[];

type PageName = (typeof pages)[number]['name'];

/** The queue of approvals. */
const waitingSessions = { query: { status: 'pending', sort: 'submittedAt' } } as const;

/** What stands for `:id` and `:viewpointId` in a path; NaN in a path without it. */
type PathIds = Record<'id' | 'viewpointId', number>;

/**
 * What each page asks for at once, given the ids in its path. Beside the table and not in it: only the server reads them, and the
 * browser's router does without all these calls.
 */
const initialCalls: Partial<Record<PageName, (ids: PathIds) => InitialCall[]>> = {
  'admin-dashboard': () => [
    growing(sessions, { query: { limit: 5, status: 'pending', sort: 'submittedAt' } }),
    growing(disputes, { query: { limit: 5, status: 'open' } }),
    growing(disputes, { query: { limit: 3, sort: 'dueAt' } }),
    growing(projects, { query: { limit: 3 } }),
    one(responseTimes, {}),
  ],
  'photographer-dashboard': () => [
    growing(sessions, { query: { limit: 5 } }),
    growing(disputes, { query: { limit: 5, status: 'open' } }),
    growing(disputes, { query: { limit: 3, sort: 'dueAt' } }),
    growing(sessions, { query: { limit: 3, status: 'rejected', sort: 'submittedAt' } }),
    one(projects, { query: { limit: 500 } }),
    one(dashboardStats, {}),
  ],
  'client-dashboard': () => [growing(projects, {}), one(newestVisit, {})],
  projects: () => [growing(projects, {})],
  project: ({ id }) => [
    one(getProject, { params: { id } }),
    one(sites, { params: { id }, query: { limit: 500 } }),
    growing(sessions, { query: { projectId: id, sort: 'captureDate' } }),
  ],
  viewpoint: ({ id, viewpointId }) => [
    one(getViewpoint, { params: { id: viewpointId } }),
    one(viewpoints, { params: { id }, query: { limit: 500 } }),
  ],
  sessions: () => [growing(sessions, { query: { sort: 'createdAt' } }), one(savedFilters, {})],
  session: ({ id }) => [
    one(getSession, { params: { id } }),
    growing(sessionDisputes, { params: { id } }),
    one(sessionRecords, { params: { id }, query: { limit: 500 } }),
  ],
  approvals: () => [growing(sessions, waitingSessions)],
  review: ({ id }) => [one(getSession, { params: { id } }), growing(sessions, waitingSessions)],
  figures: () => [one(reviewFigures, { query: { days: '30' } })],
  concerns: () => [growing(disputes, { query: { sort: 'createdAt' } })],
  users: () => [growing(users, {})],
  settings: () => [
    one(brand, {}),
    one(companySettings, {}),
    one(checklist, {}),
    one(rejectionReasons, {}),
    one(shareRules, {}),
    one(companyDefaults, {}),
    growing(webhooks, {}),
  ],
  history: () => [growing(sessionHistory, {}), growing(disputeHistory, {}), growing(demoRequests, {})],
};

function one<E extends Endpoint>(endpoint: E, input: Input<E>): InitialCall {
  return { endpoint, input, growing: false };
}

/** A list that the page reads with useInfiniteList. */
function growing<E extends Endpoint>(endpoint: E, input: Input<E>): InitialCall {
  return { endpoint, input, growing: true };
}

/** Where cards of sessions or projects stand, clients read which of them are new. */
const marked: readonly string[] = ['client-dashboard', 'projects', 'project', 'sessions'] satisfies PageName[];

export function callsOfPage({ page, params }: PageMatch, role?: Role): InitialCall[] {
  const ids = { id: Number(params.id), viewpointId: Number(params.viewpointId) };
  const calls = initialCalls[page.name as PageName]?.(ids) ?? [];
  return role === 'client' && marked.includes(page.name) ? [...calls, one(news, {})] : calls;
}

/** What stands around every page asks for; the figures are for the badge beside Approvals. */
export function callsOfLayout(role: Role): InitialCall[] {
  const everybody = [one(current, {}), one(notifications, { query: { unread: 'true', limit: 1 } })];
  return role === 'admin' ? [...everybody, one(dashboardStats, {})] : everybody;
}

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
  const actual = path.replace(/\/+$/, '').split('/');
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
