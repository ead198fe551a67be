// Checks a form by the contract's own schema, so that browser and server give the same message.
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/**
 * The first message of each wrong field stands beside it. `toBody` turns the draft, in which everything is text, into the body of the
 * call; fields carry the names of that body. After the check the draft is handed on as it was typed.
 */
export function formResolver<Draft extends FieldValues>(
  schema: z.core.$ZodType,
  toBody: (draft: Draft) => unknown = (draft) => draft,
): Resolver<Draft> {
  const check = standardSchemaResolver(schema as z.core.$ZodType<Draft, Draft>);
  return async (draft, context, options) => {
    const { errors } = await check(toBody(draft) as Draft, context, options);
    if (Object.keys(errors).length === 0) return { values: draft, errors: {} };
    return { values: {}, errors: errors as FieldErrors<Draft> };
  };
}
