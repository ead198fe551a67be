// Checks a form by the contract's own schema, so that browser and server say the same sentence.
import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';

type Body = z.core.$ZodType;

/**
 * The first sentence of each wrong field stands beside it. `toBody` makes of the draft, in which everything is text, what the call
 * is given; what is handed on after the check is the draft as it was typed.
 */
export function formResolver<Draft extends FieldValues>(
  schema: Body,
  toBody: (draft: Draft) => unknown = (draft) => draft,
): Resolver<Draft> {
  return (draft) => {
    const read = z.safeParse(schema, toBody(draft));
    if (read.success) return { values: draft, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const { path, message } of read.error.issues) errors[String(path[0])] ??= { type: 'form', message };
    return { values: {}, errors: errors as FieldErrors<Draft> };
  };
}
