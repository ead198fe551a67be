// Schemas of the contract as JSON Schema, for the published description.
import * as z from 'zod/mini';

type JsonSchema = { properties?: Record<string, unknown>; required?: string[] } & Record<string, unknown>;

export function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return rest as JsonSchema;
}
