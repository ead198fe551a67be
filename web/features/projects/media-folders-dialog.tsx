// 'Media Folders': below which folders this project's media links are honoured (behaviour §6.5); for admins.
import { Plus, Trash2 } from 'lucide-react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { bindMediaRoots, type MediaRoot, mediaRoots, type Project } from '#contract/projects.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { useDraftForm } from '#web/lib/use-draft-form.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DraftNotes } from '#web/ui/draft-notes.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { QueryError } from '#web/ui/query-error.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Draft = { roots: MediaRoot[] };

const text = {
  title: 'Media Folders',
  description:
    'Media links of this project are read from these folders and what lies below them. Any other link is shown as a plain link.',
};

type MediaFoldersDialogProps = DialogControl & { project: Project };

/** The form keeps what it opened with: what comes from elsewhere must not overwrite what is being typed. */
export function MediaFoldersDialog({ project, ...control }: MediaFoldersDialogProps) {
  const bound = useApiQuery(mediaRoots, { params: { id: project.id } });
  if (bound.data) return <FoldersForm {...control} project={project} bound={bound.data} />;
  return (
    <Dialog {...control} size="lg" {...text}>
      {bound.error ? <QueryError query={bound} /> : <Skeleton className="h-20" />}
    </Dialog>
  );
}

function FoldersForm({ project, bound, ...control }: MediaFoldersDialogProps & { bound: Draft }) {
  const params = { id: project.id };
  const { person } = useCurrentUser();
  const draft = useDraftForm<Draft>({
    owner: person.id,
    name: `media folders ${project.id}`,
    initial: { values: bound },
  });
  const { form } = draft;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'roots' });
  const bind = useMutation(bindMediaRoots, {
    successToast: 'Media folders saved',
    errorToast: 'Failed to save the media folders',
    onSuccess: () => {
      draft.done();
      control.onOpenChange(false);
    },
    onError: (error) => setFieldErrors(error, form),
  });
  return (
    <FormDialog
      {...control}
      {...text}
      size="lg"
      onSubmit={form.handleSubmit((body) => bind.run({ params, body }))}
      submitLabel="Save"
      pending={bind.isPending}
      pendingLabel="Saving..."
    >
      <DraftNotes draft={draft} />
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

type FolderRowProps = { form: UseFormReturn<Draft>; index: number; onRemove: () => void };

function FolderRow({ form: { register, watch, formState }, index, onRemove }: FolderRowProps) {
  const isDrive = watch(`roots.${index}.provider`) === 'google-drive';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
      <Field label={`Source of folder ${index + 1}`} hideLabel>
        <Select {...register(`roots.${index}.provider`)}>
          <option value="google-drive">Google Drive</option>
          <option value="local">Own storage</option>
        </Select>
      </Field>
      <Field
        label={`Folder ${index + 1}`}
        hideLabel
        error={formState.errors.roots?.[index]?.root?.message}
        hint={isDrive ? 'The id of the folder: the last part of its address' : 'A folder below the media root'}
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
