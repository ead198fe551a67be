// Distinguishing people with the same name.
import { expect, it } from 'vitest';
import { nameAmong } from './format.ts';

const amaka = { id: 1, firstName: 'Amaka', lastName: 'Okafor', username: 'client' };
const other = { ...amaka, id: 2, firstName: 'AMAKA', username: 'amaka2' };
const bola = { id: 3, firstName: 'Bola', lastName: 'Adekunle', username: 'bola' };

it('names that are equal show the username, others do not', () => {
  const people = [amaka, other, bola];
  expect(people.map((person) => nameAmong(person, people))).toEqual([
    'Amaka Okafor (@client)',
    'AMAKA Okafor (@amaka2)',
    'Bola Adekunle',
  ]);
});

it('nobody is mistaken for themselves, and a username that is not known is left out', () => {
  expect(nameAmong(amaka, [amaka, { ...amaka }])).toBe('Amaka Okafor');
  expect(nameAmong({ ...amaka, username: undefined }, [other])).toBe('Amaka Okafor');
});
