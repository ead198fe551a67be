// Finds what a schema marks as sealed in what is sent and answered, and replaces it.

import { sealed } from '#contract/core/fields.ts';
import { can, type Person } from '#contract/policy.ts';
import type { FileIds } from '#server/lib/secrets/file-ids.ts';
import { defOf, type Schema } from './serializer.ts';

/** What takes the place of a marked text. */
export type Replace = { [Holds in 'file' | 'link']: (text: string) => string };
type Replacer = (value: unknown, replace: Replace) => unknown;

type Fields = [name: string, replacer: Replacer][];

function inObject(fields: Fields): Replacer {
  return (value, replace) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const copy = { ...value } as Record<string, unknown>;
    for (const [name, replacer] of fields) if (copy[name] !== undefined) copy[name] = replacer(copy[name], replace);
    return copy;
  };
}

function ofShape(shape: Record<string, Schema>): Replacer | null {
  const fields = Object.entries(shape).flatMap(([name, schema]): Fields => {
    const replacer = replacerOf(schema);
    return replacer ? [[name, replacer]] : [];
  });
  return fields.length > 0 ? inObject(fields) : null;
}

function ofElement(element: Schema): Replacer | null {
  const replacer = replacerOf(element);
  return replacer && ((value, replace) => (Array.isArray(value) ? value.map((one) => replacer(one, replace)) : value));
}

/** Of several shapes each finds its own fields. */
function ofOptions(options: Schema[]): Replacer | null {
  const replacers = options.map(replacerOf).filter((one) => one !== null);
  return replacers.length === 0
    ? null
    : (value, replace) => replacers.reduce((so, replacer) => replacer(so, replace), value);
}

/** Null where nothing is marked in it. What does not fit the schema stays as it is. */
export function replacerOf(schema: Schema): Replacer | null {
  const { holds } = sealed.get(schema) ?? {};
  if (holds) return (value, replace) => (typeof value === 'string' ? replace[holds](value) : value);
  const { shape, element, options, innerType, in: before } = defOf(schema);
  if (shape) return ofShape(shape);
  if (element) return ofElement(element);
  if (options) return ofOptions(options);
  const inner = innerType ?? before;
  return inner ? replacerOf(inner) : null;
}

/** Nobody outside of the crew reads a link's path: it says what the crew calls its folders. */
export function sealsFor({ seal, sealLink }: FileIds, visitor: Person | null): Replace {
  return { file: seal, link: visitor && can.seePresentContent(visitor) ? (link) => link : sealLink };
}
