// 'Rename viewpoint': its name, kept as a draft until it is saved.
import { ViewpointEdit } from '#contract/schemas/viewpoints.ts';
import { editViewpoint, type Viewpoint } from '#contract/viewpoints.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { formResolver } from '#web/lib/form-resolver.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { useDraftForm } from '#web/lib/use-draft-form.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { DraftNotes } from '#web/ui/draft-notes.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';

type Draft = { name: string };

const stateOf = ({ name, version }: Viewpoint) => ({ values: { name }, version });

export function RenameViewpointDialog({ viewpoint, ...control }: DialogControl & { viewpoint: Viewpoint }) {
  const { person } = useCurrentUser();
  const draft = useDraftForm<Draft>({
    owner: person.id,
    name: `viewpoint ${viewpoint.id}`,
    initial: stateOf(viewpoint),
    resolver: formResolver<Draft>(ViewpointEdit),
  });
  const { form } = draft;
  const edit = useMutation(editViewpoint, {
    successToast: 'Viewpoint renamed',
    errorToast: 'Failed to rename the viewpoint',
    onError: (error) => draft.takeStale<Viewpoint>(error, stateOf) || setFieldErrors(error, form),
    onSuccess: () => {
      draft.done();
      control.onOpenChange(false);
    },
  });
  return (
    <FormDialog
      {...control}
      title="Rename viewpoint"
      onSubmit={form.handleSubmit(({ name }) =>
        edit.run({ params: { id: viewpoint.id }, body: { name, version: draft.version } }),
      )}
      submitLabel="Save"
      pendingLabel="Saving..."
      pending={edit.isPending}
    >
      <DraftNotes draft={draft} labels={{ name: 'Name' }} />
      <Field label="Name" error={form.formState.errors.name?.message}>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
    </FormDialog>
  );
}
