// Choices of a project and of a person, which search the server.
import { getUser, users } from '#contract/accounts/users.ts';
import type { Role } from '#contract/policy.ts';
import { getProject, projects } from '#contract/projects/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { nameAmong } from '#web/lib/format/format.ts';
import { SearchSelect, type SearchSelectProps } from '#web/ui/lists/search-select.tsx';

type ProjectChoiceProps = Omit<
  SearchSelectProps<{ id: number; name: string }>,
  'label' | 'list' | 'filter' | 'get' | 'kept'
>;

/** One of the projects that somebody sees. */
export function ProjectChoice(props: ProjectChoiceProps) {
  const { person } = useCurrentUser();
  const kept = async () => (await import('#web/lib/api/seen-projects.ts')).seenProjects(person.id);
  return <SearchSelect {...props} label={({ name }) => name} list={projects} get={getProject} kept={kept} />;
}

export type Choosable = {
  id: number;
  firstName: string;
  lastName: string;
  username?: string | undefined;
  company?: string | null | undefined;
  role?: Role | undefined;
};

type PersonChoiceProps = Omit<SearchSelectProps<Choosable>, 'label' | 'list' | 'filter' | 'get'> & {
  among: { role: Role } | { addableTo: number } | Record<never, never>;
  label?: ((person: Choosable, among: readonly Choosable[]) => string) | undefined;
};

/** One of the people whom an admin may choose from, by last name: of all, of one role, or who may still become a member. */
export function PersonChoice({ among, label = nameAmong, ...props }: PersonChoiceProps) {
  return <SearchSelect {...props} label={label} list={users} filter={among} get={getUser} />;
}
