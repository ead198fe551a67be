// The words of the media tabs, as they stand in addresses and calls.
import { expect, it } from 'vitest';
import { mediaKinds } from './endpoints.ts';

it('the tabs are called drone, indoor, videos, tour360 and orthomosaic', () => {
  expect(mediaKinds).toEqual(['drone', 'indoor', 'videos', 'tour360', 'orthomosaic']);
});
