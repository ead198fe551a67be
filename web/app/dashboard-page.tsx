// The dashboard of whoever is here.
import { useCurrentUser } from '#web/lib/current-user.ts';
import { dashboardFor } from './role-dashboards.ts';

export function DashboardPage() {
  const { person } = useCurrentUser();
  const Home = dashboardFor(person.role).use();
  return <Home />;
}
