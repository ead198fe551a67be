// What leaves the server is what the contract names, and nothing beside it.
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { api } from '#contract/api.ts';
import type { Route } from '#contract/core/route.ts';
import { createSerializer } from './serializer.ts';

const Row = z.object({
  id: z.number(),
  name: z.nullable(z.object({ first: z.string() })),
  tags: z.optional(z.array(z.object({ word: z.string() }))),
});

const written = (schema: z.core.$ZodType, value: unknown) => JSON.parse(createSerializer(schema)(value));

describe('a reply', () => {
  it('keeps what its schema names and loses everything else, at every depth', () => {
    const given = [{ id: 1, password: 'x', name: { first: 'Ada', secret: 1 }, tags: [{ word: 'a', hidden: true }] }];
    expect(written(z.array(Row), given)).toEqual([{ id: 1, name: { first: 'Ada' }, tags: [{ word: 'a' }] }]);
  });

  it('may leave out what is optional and be null where it may', () => {
    expect(createSerializer(Row)({ id: 1, name: null })).toBe('{"id":1,"name":null}');
    expect(createSerializer(Row)({ id: 1, name: null, tags: undefined })).toBe('{"id":1,"name":null}');
    const Nothing = z.object({
      text: z.nullable(z.string()),
      count: z.nullable(z.number()),
      is: z.nullable(z.boolean()),
      kind: z.nullable(z.enum(['a', 'b'])),
      list: z.nullable(z.array(z.string())),
    });
    const empty = { text: null, count: null, is: null, kind: null, list: null };
    expect(written(Nothing, empty)).toEqual(empty);
  });

  it('that lacks a required field does not leave', () => {
    expect(() => createSerializer(Row)({ name: null })).toThrow('"id" is required');
    expect(() => createSerializer(z.array(Row))([{ id: 1, name: null }, { id: 2 }])).toThrow('"name" is required');
  });

  it('holds every character as JSON.stringify writes it', () => {
    const texts = [
      '',
      'École “x”',
      'a"b\\c\n\t\u0000',
      '\u2028',
      '𝒳',
      '\ud800',
      'x'.repeat(1000),
      `"${'y'.repeat(1000)}`,
    ];
    for (const text of texts) expect(createSerializer(z.string())(text)).toBe(JSON.stringify(text));
  });

  it('of every call of the contract is of kinds that can be written', () => {
    const routes = Object.values(api as Record<string, Record<string, Route>>).flatMap((calls) => Object.values(calls));
    const json = routes.flatMap(({ path, reply }) => (typeof reply === 'string' ? [] : [{ path, reply }]));
    expect(json.length).toBeGreaterThan(40);
    for (const { path, reply } of json) expect(createSerializer(reply), path).toBeTypeOf('function');
  });

  it('with a schema that could let anything through is refused when the server starts', () => {
    expect(() => createSerializer(z.object({ any: z.record(z.string(), z.unknown()) }))).toThrow('kind record');
  });
});
