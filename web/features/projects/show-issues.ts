// Puts what the server refused beside the fields of the project form.
import type { Path, UseFormSetError } from 'react-hook-form';
import type { ApiError } from '#web/lib/api-error.ts';
import { fieldPathOf, type ProjectDraft } from './project-draft.ts';

/** True when a field of the form was named; then nothing needs to be said elsewhere. */
export function showIssues({ issues }: ApiError, setError: UseFormSetError<ProjectDraft>): boolean {
  const named = issues.flatMap(({ path, message }) => {
    const name = fieldPathOf(path);
    return name ? [{ name: name as Path<ProjectDraft>, message }] : [];
  });
  for (const [nth, { name, message }] of named.entries())
    setError(name, { type: 'server', message }, { shouldFocus: nth === 0 });
  return named.length > 0;
}
