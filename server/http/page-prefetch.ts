// What each page of the application needs at once: its own code, and the answers that it shows first.
import type { Role } from '#contract/policy.ts';

/**
 * `code`: sources of the browser's part. `calls`: addresses below this host, as the browser will ask for them; `id` is that of the path.
 * `led`: whether the cover of the first thing in the first of them is seen first.
 */
type View = {
  path: RegExp;
  code: (role: Role) => string[];
  calls: (role: Role, id: string) => string[];
  led: (role: Role) => boolean;
};

/** The figures are for the badge beside Approvals. */
const everywhere = (role: Role): string[] => [
  '/api/user',
  '/api/notifications?unread=true&limit=1',
  ...(role === 'admin' ? ['/api/dashboard/stats'] : []),
];

const homes: Record<Role, { source: string; calls: string[] }> = {
  admin: {
    source: 'features/dashboard/admin-dashboard.tsx',
    calls: ['/api/sessions?limit=5&status=pending', '/api/disputes?limit=5&status=open', '/api/projects?limit=3'],
  },
  photographer: {
    source: 'features/dashboard/photographer-dashboard.tsx',
    calls: [
      '/api/sessions?limit=5',
      '/api/disputes?limit=5&status=open',
      '/api/projects?limit=500',
      '/api/dashboard/stats',
    ],
  },
  client: { source: 'features/progress/progress-page.tsx', calls: ['/api/projects?limit=50'] },
};

function page(path: RegExp, source: string, calls: (id: string) => string[] = () => []): View {
  return { path, code: () => [source], calls: (_, id) => calls(id), led: () => false };
}

/** A list whose covers are as wide as a phone. */
function covers(path: RegExp, source: string, call: string): View {
  return { ...page(path, source, () => [call]), led: () => true };
}

const views: View[] = [
  {
    path: /^\/dashboard$/,
    code: (role) => ['app/dashboard-page.tsx', homes[role].source],
    calls: (role) => homes[role].calls,
    led: (role) => role === 'client',
  },
  covers(/^\/projects$/, 'features/projects/projects-page.tsx', '/api/projects?limit=50'),
  page(/^\/projects\/([1-9]\d{0,9})$/, 'features/projects/project-page.tsx', (id) => [
    `/api/projects/${id}`,
    `/api/projects/${id}/sites?limit=500`,
    `/api/sessions?limit=50&projectId=${id}&sort=captureDate`,
  ]),
  page(/^\/projects\/([1-9]\d{0,9})\/compare$/, 'features/progress/compare-page.tsx'),
  covers(/^\/sessions(?:\/new)?$/, 'features/sessions/sessions-page.tsx', '/api/sessions?limit=50&sort=createdAt'),
  page(/^\/sessions\/([1-9]\d{0,9})$/, 'features/sessions/session-page.tsx', (id) => [
    `/api/sessions/${id}`,
    `/api/sessions/${id}/disputes?limit=50`,
    `/api/sessions/${id}/records?limit=500`,
  ]),
  covers(/^\/approvals$/, 'features/sessions/approvals-page.tsx', '/api/sessions?limit=50&status=pending'),
  page(/^\/users$/, 'features/users/users-page.tsx', () => ['/api/users?limit=50']),
  page(/^\/admin(?:-|\/)history$/, 'features/history/history-page.tsx', () => [
    '/api/history/sessions?limit=50',
    '/api/history/disputes?limit=50',
    '/api/demo-requests?limit=50',
  ]),
  page(/^\/profile$/, 'features/users/profile-page.tsx'),
];

/** `lead`: the one of the calls whose first cover is seen first. */
export type Prefetch = { code: string[]; calls: string[]; lead: string | null };

/** Whether the browser's part has a page at this path. */
export function isKnownPage(path: string): boolean {
  return views.some((view) => view.path.test(path));
}

/** What is needed at once at this path; with words in its address (`?…`) a page asks for something else, which is not guessed. */
export function prefetchFor(path: string, { role, plain }: { role: Role; plain: boolean }): Prefetch {
  const view = views.find((one) => one.path.test(path));
  if (!view) return { code: [], calls: [], lead: null };
  const own = plain ? view.calls(role, view.path.exec(path)?.[1] ?? '') : [];
  const lead = view.led(role) ? (own[0] ?? null) : null;
  return { code: view.code(role), calls: [...everywhere(role), ...own], lead };
}
