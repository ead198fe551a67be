// What a legend of heights says.
import { expect, it } from 'vitest';
import { heightText, reliefColour } from './geotiff-layer.ts';

it('heights are said as finely as the map has them', () => {
  expect(heightText(312.437, { min: 310, max: 315 })).toBe('312.44 m');
  expect(heightText(312.437, { min: 300, max: 360 })).toBe('312.4 m');
  expect(heightText(1312.437, { min: 300, max: 2360 })).toBe('1,312 m');
});

it('a plain at one height is drawn, too', () => {
  const text = JSON.stringify(reliefColour({ min: 5, max: 5 }, undefined));
  expect(text).not.toContain('null');
  expect(text).toContain('"#1f5a6d",5.2');
});
