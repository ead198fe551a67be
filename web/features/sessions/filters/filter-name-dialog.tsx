// Names the present filter to keep it, or renames one that is kept.
import { editSavedFilter, type SavedFilter, saveFilter } from '#contract/sessions/endpoints.ts';
import { NewSavedFilter } from '#contract/sessions/viewing-routes.ts';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { setFieldErrors } from '#web/lib/forms/field-errors.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

type Draft = { name: string };
type FilterNameProps = DialogControl & { saved: SavedFilter | undefined; query: string };

export function FilterNameDialog({ saved, query, ...control }: FilterNameProps) {
  const { person } = useCurrentUser();
  const toBody = ({ name }: Draft) => ({ name, query: saved?.query ?? query });
  const draft = useDraftForm<Draft>({
    owner: person.id,
    name: saved ? `filter ${saved.id}` : 'new filter',
    initial: { values: { name: saved?.name ?? '' }, ...(saved && { version: saved.version }) },
    resolver: formResolver(NewSavedFilter, toBody),
  });
  const { form } = draft;
  const shared = {
    errorToast: 'Failed to save the filter',
    onSuccess: () => {
      draft.done();
      control.onOpenChange(false);
    },
  };
  const onError = (error: ApiError) => {
    if (error.code !== 'filter_name_taken') return setFieldErrors(error, form);
    form.setError('name', { type: 'server', message: error.message }, { shouldFocus: true });
    return true;
  };
  const create = useMutation(saveFilter, { ...shared, onError, successToast: 'Filter saved' });
  const rename = useMutation(editSavedFilter, {
    ...shared,
    successToast: 'Filter renamed',
    onError: (error) =>
      draft.takeStale<SavedFilter>(error, ({ name, version }) => ({ values: { name }, version })) || onError(error),
  });
  function save(values: Draft) {
    if (!saved) return create.run({ body: toBody(values) });
    return rename.run({ params: { id: saved.id }, body: { name: values.name, version: draft.version } });
  }
  return (
    <FormDialog
      {...control}
      title={saved ? 'Rename Filter' : 'Save Filter'}
      onSubmit={form.handleSubmit(save)}
      submitLabel="Save"
      pending={create.isPending || rename.isPending}
      pendingLabel="Saving..."
    >
      <DraftNotes draft={draft} labels={{ name: 'Name' }} />
      <Field label="Name" error={form.formState.errors.name?.message} hint="Such as “Rejected, last 30 days”">
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
    </FormDialog>
  );
}
