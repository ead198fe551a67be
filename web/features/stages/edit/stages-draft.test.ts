// What is typed into the dialog of a list becomes what the server is sent, and nothing is lost on the way.
import { expect, it } from 'vitest';
import type { Stage } from '#contract/stages/endpoints.ts';
import { StageListEdit } from '#contract/stages/routes.ts';
import { draftOf, fromTemplate, initialOf, newStage, toBody } from './stages-draft.ts';

const lintel = {
  id: 7,
  name: 'Lintel',
  plannedOn: '2026-11-20',
  weight: 1250,
  criteria: [{ id: 3, text: 'Lintels are cast' }],
  wanted: [
    { text: 'Before cover-up', viewpoint: null },
    { text: null, viewpoint: { id: 5, name: 'North' } },
  ],
  dropped: false,
  version: 4,
} as unknown as Stage;

it('a stage that nobody changes is sent as it was read', () => {
  expect(toBody({ stages: [draftOf(lintel)] }, 9)).toEqual({
    siteId: 9,
    stages: [
      {
        id: 7,
        name: 'Lintel',
        plannedOn: '2026-11-20',
        weight: 1250,
        criteria: [{ id: 3, text: 'Lintels are cast' }],
        wanted: [
          { text: 'Before cover-up', viewpointId: null },
          { text: null, viewpointId: 5 },
        ],
      },
    ],
  });
});

it('dropped stages are no part of the list, and the version is that of its stages', () => {
  const { version, values } = initialOf([lintel, { ...lintel, id: 8, dropped: true }], false);
  expect(version).toBe(4);
  expect(values.stages.map(({ id }) => id)).toEqual([7]);
});

it('the template is fifteen new stages that the server takes', () => {
  const { version, values } = initialOf([], true);
  expect(version).toBe(1);
  expect(values.stages).toHaveLength(15);
  expect(values.stages).toEqual(fromTemplate());
  const sent = StageListEdit.parse({ ...toBody(values, null), version });
  expect(sent.stages.map(({ name }) => name)).toContain('Roof carcass');
});

it.each(['abc', '12.345', '100.01', '-3'])('the weight %s is refused beside its field', (weight) => {
  const { error } = StageListEdit.safeParse(toBody({ stages: [{ ...newStage, name: 'Roof', weight }] }, null));
  expect(error?.issues[0]).toMatchObject({
    path: ['stages', 0, 'weight'],
    message: 'A weight is a number of per cent from 0 to 100, with at most two decimals',
  });
});
