// 'Edit stages': one list as a whole, with each stage's dates, weight, criteria and wanted pictures, in their order.
import { Plus, RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import type { Project } from '#contract/projects/endpoints.ts';
import { editStages, maxStages, type Stage, type StageList } from '#contract/stages/endpoints.ts';
import { StageListEdit } from '#contract/stages/routes.ts';
import { viewpoints } from '#contract/viewpoints/endpoints.ts';
import { listName } from '#web/features/stages/stage-words.ts';
import { incompleteWords, readWeight, weightWords } from '#web/features/stages/weights.ts';
import { numberedName } from '#web/features/viewpoints/viewpoint-labels.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { useSubmit } from '#web/lib/forms/use-submit.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { type DialogControl, useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { useMovedRows } from '#web/lib/page/use-moved-rows.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { StageFields } from './stage-fields.tsx';
import { draftOf, initialOf, newStage, type StageDraft, type StagesDraft, stateOf, toBody } from './stages-draft.ts';
import type { ViewpointChoice } from './wanted-fields.tsx';

const ConfirmDialog = lazyDialog(() => import('#web/ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');

type EditStagesDialogProps = DialogControl & {
  project: Project;
  /** Null: the project's own list. */
  site: Stage['site'];
  /** Of this list, dropped ones too. */
  stages: readonly Stage[];
  withTemplate: boolean;
};

export function EditStagesDialog({ project, site, stages, withTemplate, ...control }: EditStagesDialogProps) {
  const { person } = useCurrentUser();
  const [known, setKnown] = useState(stages);
  const siteId = site?.id ?? null;
  const draft = useDraftForm<StagesDraft>({
    owner: person.id,
    name: `edit stages ${project.id} ${siteId ?? ''}`,
    initial: initialOf(stages, withTemplate),
    resolver: formResolver(StageListEdit, (values) => toBody(values, siteId)),
  });
  const { form } = draft;
  const edit = useSubmit(editStages, draft, {
    successToast: 'Stages saved',
    errorToast: 'Failed to save the stages',
    stateOf(present: StageList) {
      setKnown(present.stages);
      return stateOf(present);
    },
    onSaved: () => control.onOpenChange(false),
  });
  const choices = useViewpointChoices(project.id, site, known);
  return (
    <FormDialog
      {...control}
      size="lg"
      title="Edit stages"
      description={`${project.name} · ${listName(site)}`}
      onSubmit={form.handleSubmit((values) =>
        edit.run({ params: { id: project.id }, body: { ...toBody(values, siteId), version: draft.version } }),
      )}
      submitLabel="Save"
      pending={edit.isPending}
      pendingLabel="Saving..."
    >
      <DraftNotes draft={draft} labels={{ stages: 'Stages' }} describe={inWords} />
      <Stages form={form} known={known} choices={choices} />
    </FormDialog>
  );
}

type StagesProps = { form: UseFormReturn<StagesDraft>; known: readonly Stage[]; choices: readonly ViewpointChoice[] };

function Stages({ form, known, choices }: StagesProps) {
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: 'stages', keyName: 'key' });
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [announcement, announce] = useState('');
  const takeOut = (at: number) => {
    remove(at);
    add.current?.focus();
  };
  const asking = useDialogs({
    drop: (control, at: number) => (
      <ConfirmDialog
        {...control}
        title="Remove stage"
        sentence={`‘${form.getValues(`stages.${at}.name`)}’ has marks: it is kept as dropped, together with its marks.`}
        confirmLabel="Remove stage"
        onConfirm={() => {
          takeOut(at);
          asking.close();
        }}
      />
    ),
  });
  useMovedRows(list);
  function onMove(at: number, by: 1 | -1) {
    move(at, at + by);
    announce(`${form.getValues(`stages.${at + by}.name`) || 'The stage'} is number ${at + by + 1} now.`);
    requestAnimationFrame(() => focusMover(list.current, at + by, by));
  }
  function onRemove(at: number) {
    const stage = known.find(({ id }) => id === form.getValues(`stages.${at}.id`));
    if (stage && stage.lastMark !== null) asking.open('drop', at);
    else takeOut(at);
  }
  const isFull = fields.length >= maxStages;
  return (
    <>
      <ol ref={list} aria-label="Stages" className="grid grid-cols-1 gap-3">
        {fields.map((field, at) => (
          <li key={field.key}>
            <StageFields
              form={form}
              at={at}
              isLast={at === fields.length - 1}
              choices={choices}
              onMove={(by) => onMove(at, by)}
              onRemove={() => onRemove(at)}
            />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button ref={add} icon={Plus} disabled={isFull} onClick={() => append(newStage)}>
          Add stage
        </Button>
        {isFull && <p className="text-muted text-sm">There is room for {maxStages} stages.</p>}
        <Sum form={form} />
      </div>
      <Dropped form={form} known={known} onBringBack={(stage) => append(draftOf(stage))} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {asking.dialogs}
    </>
  );
}

/** The button that was pressed went with its stage; at an end of the list the other one stays. */
function focusMover(list: HTMLElement | null, at: number, by: 1 | -1): void {
  const [same, other] = by === 1 ? ['down', 'up'] : ['up', 'down'];
  const button = (way: string | undefined) =>
    list?.children[at]?.querySelector<HTMLElement>(`[data-move="${way}"]:not(:disabled)`);
  (button(same) ?? button(other))?.focus();
}

/** Weights may be left out, and may be completed later. */
function Sum({ form }: Pick<StagesProps, 'form'>) {
  const stages = useWatch({ control: form.control, name: 'stages' });
  const weighed = stages.map(({ weight }) => ({ weight: readWeight(weight ?? '') }));
  const given = weighed.filter(({ weight }) => weight !== null);
  if (given.length === 0 || given.some(({ weight }) => Number.isNaN(weight))) return null;
  const sum = given.reduce((total, { weight }) => total + (weight ?? 0), 0);
  return (
    <p role="status" className="text-muted text-sm tabular-nums">
      {incompleteWords(weighed) ?? `Weights: ${weightWords(sum)}`}
    </p>
  );
}

type DroppedProps = Pick<StagesProps, 'form' | 'known'> & { onBringBack: (stage: Stage) => void };

function Dropped({ form, known, onBringBack }: DroppedProps) {
  const stages = useWatch({ control: form.control, name: 'stages' });
  const gone = known.filter(({ dropped, id }) => dropped && !stages.some((stage) => stage.id === id));
  if (gone.length === 0) return null;
  return (
    <section aria-label="Dropped stages" className="grid gap-2">
      <h3 className="font-medium text-sm">Dropped stages</h3>
      <ul className="grid gap-2">
        {gone.map((stage) => (
          <li key={stage.id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="wrap-anywhere min-w-0">{stage.name}</span>
            <Button size="sm" icon={RotateCcw} onClick={() => onBringBack(stage)}>
              Bring back<span className="sr-only"> {stage.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Those of the list's place; one that a stage names stays a choice, even if it was retired since. */
function useViewpointChoices(projectId: number, site: Stage['site'], known: readonly Stage[]): ViewpointChoice[] {
  const { data } = useApiQuery(viewpoints, { params: { id: projectId }, query: { siteId: site?.id, limit: 500 } });
  const rows = (data?.rows ?? []).filter(({ retired }) => !retired);
  const named = known.flatMap(({ wanted }) => wanted.flatMap(({ viewpoint }) => viewpoint ?? []));
  const choices = new Map(named.map(({ id, name }) => [id, name]));
  for (const row of rows)
    choices.set(row.id, site || !row.site ? numberedName(row) : `${row.site.name}: ${numberedName(row)}`);
  return Array.from(choices, ([id, label]) => ({ id, label }));
}

function inWords(path: string, value: unknown) {
  if (path !== 'stages') return undefined;
  return (value as StageDraft[]).map(({ id, name, weight }, at) => (
    <span key={id ?? `new ${at}`} className="block">
      {at + 1} {name}
      {weight && `, ${weight} %`}
    </span>
  ));
}
