// The dashboard of whoever is here.
import { usePerson } from '#web/lib/current-user.ts';
import { homeOf } from './role-dashboards.ts';

export function HomePage() {
  const { person } = usePerson();
  const Home = homeOf(person.role).use();
  return <Home />;
}
