// The form of one part of the company's settings: a draft under the version that it was opened with, saved as a whole.
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { Input, Response } from '#contract/core/request.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import type { MutationOptions } from '#web/lib/api/use-mutation.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import { type FormState, useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { useSubmit } from '#web/lib/forms/use-submit.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';

type SettingsForm<Draft extends FieldValues, E extends Endpoint> = {
  control: DialogControl;
  saved: Response<E>;
  /** Under which drafts are kept. */
  name: string;
  route: E;
  schema: z.core.$ZodType;
  stateOf: (saved: Response<E>) => FormState<Draft>;
  /** Without the version, which is added. */
  bodyOf: (draft: Draft) => object;
  successToast: MutationOptions<E>['successToast'];
  failure: string;
};

/** `dialog`: what the FormDialog needs beside its title. */
export function useSettingsForm<Draft extends FieldValues, E extends Endpoint>(options: SettingsForm<Draft, E>) {
  const { control, saved, name, route, schema, stateOf, bodyOf, successToast, failure } = options;
  const { person } = useCurrentUser();
  const draft = useDraftForm<Draft>({
    owner: person.id,
    name,
    initial: stateOf(saved),
    resolver: formResolver(schema, bodyOf),
  });
  const { form } = draft;
  const { run, isPending } = useSubmit(route, draft, {
    successToast,
    errorToast: { title: failure },
    stateOf,
    onSaved: () => control.onOpenChange(false),
  });
  const save = (values: Draft) => run({ body: { ...bodyOf(values), version: draft.version } } as unknown as Input<E>);
  const dialog = {
    ...control,
    submitLabel: 'Save',
    pendingLabel: 'Saving...',
    pending: isPending,
    onSubmit: form.handleSubmit(save),
  };
  return { draft, form, dialog };
}
