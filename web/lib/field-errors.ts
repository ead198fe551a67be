// Puts what the server refused beside the field that it named.
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import type { ApiError } from './api-error.ts';

/** True when at least one of the form's own fields was named; then nothing needs to be said elsewhere. */
export function setFieldErrors<Draft extends FieldValues>(
  error: ApiError,
  fields: readonly Path<Draft>[],
  setError: UseFormSetError<Draft>,
): boolean {
  const named = (error.issues ?? []).filter(({ path }) => (fields as readonly string[]).includes(path));
  for (const [nth, { path, message }] of named.entries()) {
    setError(path as Path<Draft>, { type: 'server', message }, { shouldFocus: nth === 0 });
  }
  return named.length > 0;
}
