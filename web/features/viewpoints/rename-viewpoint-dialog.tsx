// 'Rename viewpoint': its name, kept as a draft until it is saved.

import { editViewpoint, type Viewpoint } from '#contract/viewpoints/endpoints.ts';
import { ViewpointEdit } from '#contract/viewpoints/routes.ts';
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
