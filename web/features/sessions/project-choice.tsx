// Chooses one of the projects that somebody sees.
import { getProject, projects } from '#contract/projects.ts';
import { SearchSelect, type SearchSelectProps } from '#web/ui/search-select.tsx';

type ProjectChoiceProps = Omit<SearchSelectProps<{ id: number; name: string }>, 'label' | 'list' | 'filter' | 'get'>;

export function ProjectChoice(props: ProjectChoiceProps) {
  return <SearchSelect {...props} label={({ name }) => name} list={projects} get={getProject} />;
}
