// The dashboard of whoever is here.
import { usePerson } from '#web/lib/person.ts';
import { homeOf } from './homes.ts';

export function HomePage() {
  const { person } = usePerson();
  const Home = homeOf(person.role).use();
  return <Home />;
}
