// 'Change password': asks the present one (behaviour §8.3).
import { useForm } from 'react-hook-form';
import { changePassword } from '#contract/accounts/auth.ts';
import { NewPassword } from '#contract/accounts/auth-routes.ts';
import { PasswordField } from '#web/features/accounts/fields/password-field.tsx';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { setFieldErrors } from '#web/lib/forms/field-errors.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

type Draft = { currentPassword: string; newPassword: string };
export function ChangePasswordDialog({ username, ...control }: DialogControl & { username: string }) {
  const form = useForm<Draft>({
    defaultValues: { currentPassword: '', newPassword: '' },
    resolver: formResolver(NewPassword),
  });
  const change = useMutation(changePassword, {
    successToast: {
      title: 'Password changed',
      description: 'You stay logged in here and were logged out everywhere else.',
    },
    errorToast: { title: 'Failed to change password' },
    onError: (error) => setFieldErrors(error, form),
    onSuccess: () => control.onOpenChange(false),
  });
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <FormDialog
      {...control}
      size="sm"
      title="Change password"
      onSubmit={form.handleSubmit((draft) => change.run({ body: draft }))}
      submitLabel="Change password"
      pending={change.isPending}
      pendingLabel="Changing..."
    >
      <PasswordField
        label="Current password"
        error={errors.currentPassword?.message}
        input={{ autoComplete: 'current-password', ...register('currentPassword') }}
      />
      {/* Password managers want to know whose password this is. */}
      <input type="text" value={username} autoComplete="username" readOnly hidden />
      <PasswordField
        label="New password"
        hint="At least 6 characters"
        error={errors.newPassword?.message}
        chosen={form.watch('newPassword')}
        input={{ autoComplete: 'new-password', ...register('newPassword') }}
      />
    </FormDialog>
  );
}
