// The call that sends a form: refusals stand beside its fields, a newer state is merged into it, and its draft ends once it is saved.
import type { FieldValues } from 'react-hook-form';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { Response } from '#contract/core/request.ts';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { type MutationOptions, useMutation } from '#web/lib/api/use-mutation.ts';
import { setFieldErrors } from './field-errors.ts';
import type { DraftForm, FormState } from './use-draft-form.ts';

type SubmitOptions<E extends Endpoint, Values, Present> = Pick<MutationOptions<E>, 'successToast' | 'errorToast'> & {
  /** For an edit: what the server has now, as the form's values. */
  stateOf?: ((present: Present) => FormState<Values>) | undefined;
  /** Sees a refusal before the fields do; true where it has shown it. */
  onRefused?: ((error: ApiError) => boolean) | undefined;
  onSaved: (reply: Response<E>) => void;
};

export function useSubmit<E extends Endpoint, Values extends FieldValues, Present = never>(
  route: E,
  draft: DraftForm<Values>,
  { stateOf, onRefused, onSaved, ...toasts }: SubmitOptions<E, Values, Present>,
) {
  return useMutation(route, {
    ...toasts,
    onError: (error) =>
      (stateOf !== undefined && draft.takeStale(error, stateOf)) ||
      onRefused?.(error) ||
      setFieldErrors(error, draft.form),
    onSuccess(reply) {
      draft.done();
      onSaved(reply);
    },
  });
}
