// The tab 'Stages' of a project: its own list and those of its sites, each a line, and for admins the way to edit them.
import { ListChecks, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { can } from '#contract/policy.ts';
import { type Project, sites } from '#contract/projects/endpoints.ts';
import { type Stage, stages } from '#contract/stages/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery, useInfiniteList } from '#web/lib/api/queries.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Select } from '#web/ui/controls/select.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { LoadMore } from '#web/ui/lists/infinite-list.tsx';
import { StageLine } from './stage-line.tsx';
import { listName, listsOf, type StageList } from './stage-words.ts';

const EditStagesDialog = lazyDialog(() => import('./edit/edit-stages-dialog.tsx'), 'EditStagesDialog');

/** What a list begins with in its dialog. */
type Beginning = { site: Stage['site']; stages: readonly Stage[]; withTemplate: boolean };

export function ProjectStages({ project }: { project: Project }) {
  const { actor } = useCurrentUser();
  const found = useInfiniteList(stages, { params: { id: project.id }, query: { limit: 500 } });
  const { open, dialogs } = useDialogs({
    edit: (control, { site, stages: present, withTemplate }: Beginning) => (
      <EditStagesDialog {...control} project={project} site={site} stages={present} withTemplate={withTemplate} />
    ),
  });
  const edit = can.manageStages(actor) ? (beginning: Beginning) => open('edit', beginning) : undefined;
  return (
    <>
      <Lists found={found} project={project} edit={edit} />
      {dialogs}
    </>
  );
}

type Edit = ((beginning: Beginning) => void) | undefined;
type ListsProps = { found: ReturnType<typeof useInfiniteList<typeof stages>>; project: Project; edit: Edit };

function Lists({ found, project, edit }: ListsProps) {
  if (found.data && found.data.rows.length > 0)
    return (
      <>
        <Loaded rows={found.data.rows} isPartial={found.hasNextPage} project={project} edit={edit} />
        <LoadMore list={found} />
      </>
    );
  if (found.data) return <NoStages project={project} edit={edit} />;
  if (found.error) return <QueryError query={found} />;
  return (
    <SkeletonList count={5} className="grid gap-4">
      <Skeleton className="h-20 rounded-card" />
    </SkeletonList>
  );
}

type LoadedProps = { rows: readonly Stage[]; isPartial: boolean; project: Project; edit: Edit };

function Loaded({ rows, isPartial, project, edit }: LoadedProps) {
  const lists = listsOf(rows);
  const isCut = (list: StageList) => isPartial && list === lists.at(-1);
  return (
    <div className="grid grid-cols-1 gap-8">
      {lists.map((list) => (
        <StageLine key={list.site?.id ?? 0} list={list} isOnly={lists.length === 1} isPartial={isCut(list)}>
          {edit && !isCut(list) && (
            <Button
              icon={Pencil}
              onClick={() => edit({ site: list.site, stages: [...list.stages, ...list.dropped], withTemplate: false })}
            >
              Edit stages<span className="sr-only">, {listName(list.site)}</span>
            </Button>
          )}
        </StageLine>
      ))}
      {edit && !isPartial && <NextList project={project} lists={lists} edit={edit} />}
    </div>
  );
}

function NoStages({ project, edit }: { project: Project; edit: Edit }) {
  if (!edit)
    return (
      <EmptyState icon={ListChecks} title="No stages yet">
        Once an admin has listed the stages of these works, they appear here with who confirmed them and when.
      </EmptyState>
    );
  const begin = (withTemplate: boolean) => () => edit({ site: null, stages: [], withTemplate });
  return (
    <>
      <EmptyState
        icon={ListChecks}
        title="No stages yet"
        action={
          <>
            <Button variant="primary" onClick={begin(true)}>
              Begin with the template
            </Button>
            <Button onClick={begin(false)}>Begin with an empty list</Button>
          </>
        }
      >
        List the stages of these works, from setting out to handover: each is claimed, seen, confirmed and acknowledged
        by name.
      </EmptyState>
      <NextList project={project} lists={[]} edit={edit} />
    </>
  );
}

type NextListProps = { project: Project; lists: readonly StageList[]; edit: NonNullable<Edit> };

/** A list for a site that has none, or for the whole project. */
function NextList({ project, lists, edit }: NextListProps): ReactNode {
  const enabled = project.siteCount > 0;
  const { data } = useApiQuery(sites, { params: { id: project.id }, query: { limit: 500 } }, { enabled });
  const [chosen, choose] = useState('');
  const taken = new Set(lists.map(({ site }) => site?.id));
  const free = (data?.rows ?? []).filter(({ id }) => !taken.has(id));
  const places = lists.length === 0 || taken.has(undefined) ? free : [{ id: 0, name: listName(null) }, ...free];
  const place = places.find(({ id }) => String(id) === chosen) ?? places[0];
  if (!place) return null;
  const begin = (withTemplate: boolean) => () =>
    edit({ site: place.id === 0 ? null : { id: place.id, name: place.name }, stages: [], withTemplate });
  return (
    <section
      aria-label="Another list"
      className="flex flex-wrap items-end gap-2 rounded-card border border-line border-dashed p-4"
    >
      <Field label="A list of its own for" className="min-w-48 max-w-full grow sm:grow-0">
        <Select value={String(place.id)} onChange={({ target }) => choose(target.value)}>
          {places.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Button onClick={begin(true)}>With the template</Button>
      <Button onClick={begin(false)}>Empty</Button>
    </section>
  );
}
