// The dashboard is another page for each role (foundation §2), and only that one is fetched.
import type { Role } from '#contract/policy.ts';
import { type Code, code } from './lazy-component.ts';

const photographer = code(() =>
  import('#web/features/dashboard/photographer-dashboard.tsx').then((module) => module.PhotographerDashboard),
);

/** Any other role than these three sees the photographer's. */
const homes: Partial<Record<Role, Code<object>>> = {
  admin: code(() => import('#web/features/dashboard/admin-dashboard.tsx').then((module) => module.AdminDashboard)),
  client: code(() => import('#web/features/progress/progress-page.tsx').then((module) => module.ProgressPage)),
};

export function homeOf(role: Role): Code<object> {
  return homes[role] ?? photographer;
}
