// Joins the class names that apply.

/** Leaves out what is false, null, undefined or empty. */
export function classNames(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
