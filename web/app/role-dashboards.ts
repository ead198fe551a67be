// The dashboard is another page for each role (foundation §2), and only that one is fetched.
import type { Role } from '#contract/policy.ts';
import { type LazyComponent, lazyComponent } from '#web/lib/lazy-component.tsx';

const photographer = lazyComponent(() =>
  import('#web/features/dashboard/photographer-dashboard.tsx').then((module) => module.PhotographerDashboard),
);

/** Any other role than these three sees the photographer's. */
const homes: Partial<Record<Role, LazyComponent<object>>> = {
  admin: lazyComponent(() =>
    import('#web/features/dashboard/admin-dashboard.tsx').then((module) => module.AdminDashboard),
  ),
  client: lazyComponent(() => import('#web/features/progress/progress-page.tsx').then((module) => module.ProgressPage)),
};

export function dashboardFor(role: Role): LazyComponent<object> {
  return homes[role] ?? photographer;
}
