// What counts as added, removed or replaced.
import { expect, test } from 'vitest';
import { compareFiles } from './last-rejection.ts';

const file = (id: string, version = '1', name = `${id}.jpg`) => ({ id, version, name });
const names = (before: ReturnType<typeof file>[], after: ReturnType<typeof file>[]) => {
  const { added, removed, replaced } = compareFiles(before, after);
  return [added, removed, replaced.map(({ file }) => file)].map((files) => files.map(({ id }) => id));
};

test('files are distinguished by id and version', () => {
  expect(names([file('a'), file('b'), file('c')], [file('a'), file('b', '2'), file('d')])).toEqual([
    ['d'],
    ['c'],
    ['b'],
  ]);
});

test('the same listing is no change, in whatever order', () => {
  expect(names([file('a'), file('b')], [file('b'), file('a')])).toEqual([[], [], []]);
});

test('another file of the same name replaces the one that went', () => {
  expect(names([file('x', '1', 'DJI_1.jpg')], [file('y', '1', 'DJI_1.jpg')])).toEqual([[], [], ['y']]);
});

test('of two files of one name only one replaces the one that went', () => {
  const after = [file('y', '1', 'DJI_1.jpg'), file('z', '1', 'DJI_1.jpg')];
  expect(names([file('x', '1', 'DJI_1.jpg')], after)).toEqual([['z'], [], ['y']]);
});

test('a second file of a name that is still there is an added one', () => {
  expect(names([file('x', '1', 'DJI_1.jpg')], [file('x', '1', 'DJI_1.jpg'), file('y', '1', 'DJI_1.jpg')])).toEqual([
    ['y'],
    [],
    [],
  ]);
});
