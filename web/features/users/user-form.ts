// How the account dialogs check what was typed and show what the server refused.
import { type UseFormReturn, useForm } from 'react-hook-form';
import { NewUser, UserEdit } from '#contract/schemas/users.ts';
import type { ApiError } from '#web/lib/api-error.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { formResolver } from '#web/lib/form-resolver.ts';
import { toast } from '#web/lib/toast.ts';
import { takenFieldOf, toNewUser, toUserEdit, type UserDraft } from './user-draft.ts';

export function useUserForm(draft: UserDraft, kind: 'new' | 'edit'): UseFormReturn<UserDraft> {
  const resolver = kind === 'new' ? formResolver(NewUser, toNewUser) : formResolver(UserEdit, toUserEdit);
  return useForm<UserDraft>({ defaultValues: draft, resolver });
}

/** Beside the field, and for a taken name or address also in a toast; true when it was shown. */
export function showRefused(error: ApiError, form: UseFormReturn<UserDraft>, title: string): boolean {
  const taken = takenFieldOf(error, form.getValues());
  if (!taken) return setFieldErrors(error, form);
  form.setError(taken.field, { type: 'server', message: taken.sentence }, { shouldFocus: true });
  toast({ title, description: taken.sentence, variant: 'destructive' });
  return true;
}
