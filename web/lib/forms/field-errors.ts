// Puts what the server refused beside the field that it named.
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ApiError } from '#web/lib/api/api-error.ts';

/** True when at least one of the form's own fields was named; then no toast is needed. What people type or choose is text. */
export function setFieldErrors<Draft extends FieldValues>(
  { issues }: Pick<ApiError, 'issues'>,
  form: Pick<UseFormReturn<Draft>, 'getValues' | 'setError'>,
): boolean {
  const own = issues.filter(({ path }) => typeof form.getValues(path as Path<Draft>) === 'string');
  for (const [index, { path, message }] of own.entries()) {
    form.setError(path as Path<Draft>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  return own.length > 0;
}
