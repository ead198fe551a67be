// Chooses one of the projects that somebody sees.
import { getProject, projects } from '#contract/projects/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { SearchSelect, type SearchSelectProps } from '#web/ui/lists/search-select.tsx';

type ProjectChoiceProps = Omit<
  SearchSelectProps<{ id: number; name: string }>,
  'label' | 'list' | 'filter' | 'get' | 'kept'
>;

export function ProjectChoice(props: ProjectChoiceProps) {
  const { person } = useCurrentUser();
  const kept = async () => (await import('#web/lib/api/seen-projects.ts')).seenProjects(person.id);
  return <SearchSelect {...props} label={({ name }) => name} list={projects} get={getProject} kept={kept} />;
}
