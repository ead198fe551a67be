// 'Media Folders': below which folders this project's media links are honoured (behaviour §6.5); for admins.
import { Plus, Trash2 } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { type UseFormReturn, useFieldArray, useForm } from 'react-hook-form';
import { bindMediaRoots, type MediaRoot, mediaRoots, type Project } from '#contract/projects.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { QueryError } from '#web/ui/query-error.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Draft = { roots: MediaRoot[] };

export function MediaFoldersDialog({ open, onOpenChange, project }: DialogControl & { project: Project }) {
  const params = { id: project.id };
  const bound = useApiQuery(mediaRoots, { params }, { enabled: open });
  const form = useForm<Draft>({ defaultValues: { roots: [] } });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'roots' });
  const { formState, reset } = form;
  const { isDirty } = formState;
  // What comes from elsewhere must not overwrite what is being typed. Before the paint: 'No folders yet' would flash.
  useLayoutEffect(() => {
    if (bound.data && !isDirty) reset(bound.data);
  }, [bound.data, isDirty, reset]);
  function setOpen(isOpen: boolean) {
    if (!isOpen) reset(bound.data);
    onOpenChange(isOpen);
  }
  const bind = useMutation(bindMediaRoots, {
    successToast: 'Media folders saved',
    errorToast: 'Failed to save the media folders',
    onSuccess: () => setOpen(false),
    onError: (error) => setFieldErrors(error, form),
  });
  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      size="lg"
      title="Media Folders"
      description="Media links of this project are read from these folders and what lies below them. Any other link is shown as a plain link."
      onSubmit={form.handleSubmit((body) => bind.run({ params, body }))}
      submitLabel="Save"
      disabled={!bound.data}
      pending={bind.isPending}
      pendingLabel="Saving..."
    >
      {bound.data ? (
        <>
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
        </>
      ) : (
        (bound.error && <QueryError query={bound} />) || <Skeleton className="h-20" />
      )}
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
