// The schemas of a session's fields, made from their table: what may be sent of each, and what is answered.
import * as z from 'zod/mini';
import { day, mediaLink, optionalText } from '#contract/core/fields.ts';
import {
  type FieldValue,
  mapSessionFields,
  phases,
  type SessionField,
  sessionFields,
} from '#contract/core/session-fields.ts';
import { storableLink } from '#contract/links/storable-link.ts';
import { isFarAhead } from './endpoints.ts';

export const Phase = choice('Phase', phases);

const link = z.optional(
  z.nullable(
    z.pipe(
      z.string('A link must be text').check(z.trim(), storableLink),
      z.transform((value) => value || null),
    ),
  ),
);

function optionalDay(label: string) {
  const message = `${label} must be a day, yyyy-mm-dd`;
  return z.optional(
    z.nullable(
      z.pipe(
        z.union([z.literal(''), day(message)], message),
        z.transform((value) => value || null),
      ),
    ),
  );
}

function choice<Choice extends string>(label: string, choices: readonly Choice[]) {
  return z.enum(choices, `${label} must be one of ${choices.join(', ')}`);
}

/** What may be sent for a field: left out, null or empty where it is not required. */
function inputOf(name: SessionField) {
  const field = sessionFields[name];
  if ('required' in field) return day(field.required).check(z.refine(isNotFar, 'Capture date is in the future'));
  if (field.kind === 'day') return optionalDay(field.label);
  if (field.kind === 'choice') return z.optional(z.nullable(choice(field.label, field.choices)));
  return field.kind === 'text' ? optionalText(field.max, field.label) : link;
}
type InputOf<F extends SessionField> = (typeof sessionFields)[F] extends { required: string }
  ? ReturnType<typeof day>
  : (typeof sessionFields)[F] extends { choices: readonly (infer Choice extends string)[] }
    ? z.ZodMiniOptional<z.ZodMiniNullable<ReturnType<typeof choice<Choice>>>>
    : ReturnType<typeof optionalText>;

/** What is answered of a field. */
function outputOf(name: SessionField) {
  const field = sessionFields[name];
  if ('required' in field) return z.string();
  if (field.kind === 'link') return z.nullable(mediaLink);
  return z.nullable('choices' in field ? choice(field.label, field.choices) : z.string());
}
type OutputOf<F extends SessionField> = z.ZodMiniType<FieldValue<F>, FieldValue<F>>;

const isNotFar = (value: string) => !isFarAhead(value);

export const content = mapSessionFields(inputOf) as { [F in SessionField]: InputOf<F> };
export const storedContent = mapSessionFields(outputOf) as { [F in SessionField]: OutputOf<F> };
