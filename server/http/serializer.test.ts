// What leaves the server is what the contract names, and nothing beside it.
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { api } from '#contract/api.ts';
import { createPicker, createSerializer } from './serializer.ts';

const Row = z.object({
  id: z.number(),
  name: z.nullable(z.object({ first: z.string() })),
  tags: z.optional(z.array(z.object({ word: z.string() }))),
});

describe('a reply', () => {
  it('keeps what its schema names and loses everything else, at every depth', () => {
    const cut = createPicker(z.array(Row));
    const given = [{ id: 1, password: 'x', name: { first: 'Ada', secret: 1 }, tags: [{ word: 'a', hidden: true }] }];
    expect(cut(given)).toEqual([{ id: 1, name: { first: 'Ada' }, tags: [{ word: 'a' }] }]);
  });

  it('may leave out what is optional and be null where it may', () => {
    expect(createPicker(Row)({ id: 1, name: null })).toEqual({ id: 1, name: null });
  });

  it('that lacks a required field does not leave', () => {
    expect(() => createPicker(Row)({ name: null })).toThrow('A reply lacks its id');
  });

  it('of every call of the contract is of kinds that can be cut', () => {
    const routes = Object.values(api).flatMap((calls) => Object.values(calls));
    expect(routes.length).toBeGreaterThan(40);
    for (const route of routes) expect(createPicker(route.reply), route.path).toBeTypeOf('function');
  });

  it('with a schema that could let anything through is refused when the server starts', () => {
    expect(() => createPicker(z.object({ any: z.record(z.string(), z.unknown()) }))).toThrow('kind record');
  });

  it('is written as the JSON of what its schema names, and changes with the value', () => {
    const write = createSerializer(Row);
    const open = { id: 1, password: 'x', name: null };
    expect(write(open)).toBe('{"id":1,"name":null}');
    open.id = 2;
    expect(write(open)).toBe('{"id":2,"name":null}');
  });
});
