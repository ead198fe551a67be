// Which pictures lie between two in time, according to pairs of them.
import { describe, expect, test } from 'vitest';
import { type OrderedPair, pictureOrder } from './order.ts';

const pairsOf = (...words: string[]): OrderedPair[] =>
  words.map((word) => {
    const [older = '', newer = ''] = word.split(/[<≠]/);
    return { older, newer, belong: word.includes('<') };
  });

describe('the pictures between two', () => {
  test('are those that other pairs say are later than the one and earlier than the other, oldest first', () => {
    const { between } = pictureOrder(pairsOf('c<d', 'a<d', 'b<c', 'a<b'));
    expect(between('a', 'd')).toEqual(['b', 'c']);
    expect(between('a', 'b')).toEqual([]);
    expect(between('d', 'a')).toEqual([]);
  });

  test('stand as they are first named where no pair says which is older', () => {
    const { between } = pictureOrder(
      pairsOf('flight1<warped2', 'flight2<warped3', 'flight1<warped3', 'flight2<warped4'),
    );
    expect(between('flight1', 'warped4')).toEqual(['warped2', 'flight2', 'warped3']);
  });

  test('are of the same viewpoint: a pair that does not belong together joins nothing', () => {
    const { between } = pictureOrder(pairsOf('a<b', 'b≠x', 'x<y', 'a≠y', 'y≠b'));
    expect(between('a', 'y')).toEqual([]);
    expect(between('a', 'x')).toEqual([]);
    expect(between('x', 'y')).toEqual([]);
  });

  test('are given for any pairs, also those that contradict each other', () => {
    const { between } = pictureOrder(pairsOf('a<b', 'b<c', 'c<a', 'c<d', 'e<e'));
    expect(between('a', 'd')).toEqual(['b', 'c']);
    expect(between('e', 'e')).toEqual([]);
    expect(between('a', 'nobody')).toEqual([]);
    expect(between('nobody', 'a')).toEqual([]);
  });
});
