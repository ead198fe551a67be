// Where announced files will lie.
import { expect, test } from 'vitest';
import { createPlaces, groupName } from './announce.ts';

test('folders of a device become one level of groups under safe names', () => {
  const asked = ['100MEDIA', 'DCIM/100MEDIA', '../../etc', '/', '..', 'a\\b', 'nul', 'Flight 1.5', '.hidden', 'x\0y'];
  expect(asked.map(groupName)).toEqual([
    ...['100MEDIA', 'DCIM - 100MEDIA', 'etc', '', '', 'a - b', '_nul', 'Flight 1_5', 'hidden', 'x y'],
  ]);
});

test('a name is taken within its group alone, a group is spelt as it is already, and beyond sixty files lie beside them', () => {
  const placeOf = createPlaces([{ folder: '100MEDIA', name: 'DJI_1.JPG' }]);
  expect(placeOf({ folder: '100media', name: 'dji_1.jpg' })).toEqual({ folder: '100MEDIA', name: 'dji_1 (2).jpg' });
  expect(placeOf({ folder: '', name: 'DJI_1.JPG' })).toEqual({ folder: '', name: 'DJI_1.JPG' });
  for (let nth = 1; nth < 60; nth++) expect(placeOf({ folder: `${nth}`, name: 'a' }).folder).toBe(`${nth}`);
  expect(placeOf({ folder: 'one more', name: 'a' })).toEqual({ folder: '', name: 'a' });
});
