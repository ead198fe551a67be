// 'Media Folders': the folders in which this project's media links are accepted (behaviour §6.5); for admins.
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { bindMediaRoots, type MediaRoot, mediaRoots, type Project } from '#contract/projects/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { useSubmit } from '#web/lib/forms/use-submit.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Select } from '#web/ui/controls/select.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

type Draft = { roots: MediaRoot[] };
type Bound = Draft & { version: number };

const text = {
  title: 'Media Folders',
  description:
    'Media links of this project are read from these folders and their subfolders. Any other link is shown as a plain link.',
};

type MediaFoldersDialogProps = DialogControl & { project: Project };

/** The form keeps its initial values, fetched when it opens: a change from elsewhere must not overwrite what is being typed. */
export function MediaFoldersDialog({ project, ...control }: MediaFoldersDialogProps) {
  const bound = useApiQuery(mediaRoots, { params: { id: project.id } });
  const [opened, setOpened] = useState<Bound>();
  if (!opened && bound.data && !bound.isFetching) setOpened(bound.data);
  if (opened) return <FoldersForm {...control} project={project} bound={opened} />;
  return (
    <Dialog {...control} size="lg" {...text}>
      {bound.error ? <QueryError query={bound} /> : <Skeleton className="h-20" />}
    </Dialog>
  );
}

const stateOf = ({ roots, version }: Bound) => ({ version, values: { roots } });

function FoldersForm({ project, bound, ...control }: MediaFoldersDialogProps & { bound: Bound }) {
  const params = { id: project.id };
  const { person } = useCurrentUser();
  const draft = useDraftForm<Draft>({
    owner: person.id,
    name: `media folders ${project.id}`,
    initial: stateOf(bound),
  });
  const { form } = draft;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'roots' });
  const bind = useSubmit(bindMediaRoots, draft, {
    successToast: 'Media folders saved',
    errorToast: 'Failed to save the media folders',
    stateOf,
    onSaved: () => control.onOpenChange(false),
  });
  return (
    <FormDialog
      {...control}
      {...text}
      size="lg"
      onSubmit={form.handleSubmit(({ roots }) => bind.run({ params, body: { roots, version: draft.version } }))}
      submitLabel="Save"
      pending={bind.isPending}
      pendingLabel="Saving..."
    >
      <DraftNotes draft={draft} labels={{ roots: text.title }} describe={(_, value) => inWords(value as MediaRoot[])} />
      {fields.length === 0 && <p className="text-muted">No folders yet: every link is shown as a plain link.</p>}
      {fields.map((field, index) => (
        <FolderRow key={field.id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      <Button
        icon={Plus}
        className="justify-self-start"
        onClick={() => append({ provider: 'google-drive', root: '' }, { shouldFocus: false })}
      >
        Add Folder
      </Button>
    </FormDialog>
  );
}

const sources = { 'google-drive': 'Google Drive', local: 'Own storage' };

/** One line per folder. */
function inWords(roots: readonly MediaRoot[]): string {
  return roots.map(({ provider, root }) => `${sources[provider]}: ${root}`).join('\n');
}

type FolderRowProps = { form: UseFormReturn<Draft>; index: number; onRemove: () => void };

function FolderRow({ form: { register, watch, formState }, index, onRemove }: FolderRowProps) {
  const isDrive = watch(`roots.${index}.provider`) === 'google-drive';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
      <Field label={`Source of folder ${index + 1}`} hideLabel>
        <Select {...register(`roots.${index}.provider`)}>
          <option value="google-drive">{sources['google-drive']}</option>
          <option value="local">{sources.local}</option>
        </Select>
      </Field>
      <Field
        label={`Folder ${index + 1}`}
        hideLabel
        error={formState.errors.roots?.[index]?.root?.message}
        hint={isDrive ? 'The folder’s ID: the last part of its address' : 'A folder below the media root'}
        className="max-sm:order-last max-sm:col-span-full"
      >
        <Input
          placeholder={isDrive ? '1AbCdEfGh...' : 'lekki/2026'}
          spellCheck={false}
          autoComplete="off"
          {...register(`roots.${index}.root`)}
        />
      </Field>
      <IconButton label={`Remove folder ${index + 1}`} icon={Trash2} onClick={onRemove} />
    </div>
  );
}
