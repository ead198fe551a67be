// Writes a reply as JSON in the shape that its schema declares, so that no other column leaves.
import fastJsonStringify, { type Schema as JsonSchema } from 'fast-json-stringify';
import type * as z from 'zod/mini';

export type Schema = z.core.$ZodType;
type Def = {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  options?: Schema[];
  in?: Schema;
  values?: unknown[];
};

/** What a schema is made of. */
export const defOf = (schema: Schema) => schema._zod.def as Def;

function objectSchema(shape: Record<string, Schema>): JsonSchema {
  const fields = Object.entries(shape);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, toJsonSchema(field)])),
    required: fields.filter(([, field]) => defOf(field).type !== 'optional').map(([name]) => name),
  };
}

/** Types and names only: values are not validated, that is the compiler's business. Throws for a kind that could let anything through. */
function toJsonSchema(schema: Schema): JsonSchema {
  const { type, shape, element, innerType, values } = defOf(schema);
  if (shape) return objectSchema(shape);
  if (element) return { type: 'array', items: toJsonSchema(element) };
  if (innerType && type === 'optional') return toJsonSchema(innerType);
  if (innerType && type === 'nullable') return { ...toJsonSchema(innerType), nullable: true };
  if (type === 'enum') return { type: 'string' };
  if (type === 'literal') return { type: typeof values?.[0] as 'string' | 'number' | 'boolean' };
  if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return { type };
  throw new Error(`Replies hold no schema of the kind ${type}`);
}

/** Compiles the serializer of a reply's schema once. It throws for a reply that lacks a required field. */
export function createSerializer(schema: Schema): (value: unknown) => string {
  return fastJsonStringify(toJsonSchema(schema));
}
