// Turning and linking panoramas.
import { describe, expect, it } from 'vitest';
import {
  afterKey,
  firstView,
  following,
  initialPanoramaView,
  inverseTurn,
  readTurn,
  roundedPanoramaView,
  turnBetween,
  writeTurn,
} from './panorama-view.ts';

describe('a panorama turned by keys', () => {
  it('goes round for ever to either side', () => {
    let view = initialPanoramaView;
    const seen = new Set<number>();
    for (let press = 0; press < 60; press++) {
      view = afterKey(view, 'ArrowLeft') ?? view;
      expect(view.yaw).toBeGreaterThanOrEqual(0);
      expect(view.yaw).toBeLessThan(360);
      seen.add(Math.floor(view.yaw / 90));
    }
    expect(seen.size).toBe(4);
  });

  it('stops at the zenith, and at both ends of the zoom', () => {
    let view = initialPanoramaView;
    for (let press = 0; press < 40; press++) view = afterKey(afterKey(view, 'ArrowUp') ?? view, '+') ?? view;
    expect(view).toMatchObject({ pitch: 90, zoom: 100 });
    for (let press = 0; press < 40; press++) view = afterKey(view, '-') ?? view;
    expect(view.zoom).toBe(0);
  });

  it('turns by less the nearer it is', () => {
    const step = (zoom: number) => afterKey({ yaw: 0, pitch: 0, zoom }, 'ArrowRight')?.yaw ?? 0;
    expect(step(100)).toBeLessThan(step(0));
  });

  it('leaves other keys to the page', () => {
    expect(afterKey(initialPanoramaView, 'Tab')).toBeNull();
    expect(afterKey(initialPanoramaView, 'a')).toBeNull();
  });
});

describe('two panoramas locked', () => {
  it('keep the distance that they had, both ways and across north', () => {
    const left = { yaw: 350, pitch: 5, zoom: 40 };
    const right = { yaw: 20, pitch: -5, zoom: 70 };
    const turn = turnBetween(left, right);
    expect(turn).toEqual({ yaw: 30, pitch: -10 });
    const moved = { yaw: 340, pitch: 10, zoom: 50 };
    expect(following(moved, turn)).toEqual({ yaw: 10, pitch: 0, zoom: 50 });
    expect(following(following(moved, turn), inverseTurn(turn))).toEqual(moved);
  });

  it('never look beyond the zenith', () => {
    expect(following({ yaw: 0, pitch: 85, zoom: 0 }, { yaw: 0, pitch: 20 }).pitch).toBe(90);
  });
});

it('a partial panorama is opened at its middle', () => {
  expect(firstView(undefined)).toEqual(initialPanoramaView);
  const crop = { left: 0.125, top: 0.375, width: 0.25, height: 0.25 };
  expect(firstView(crop)).toEqual({ ...initialPanoramaView, yaw: 270, pitch: 0 });
  expect(firstView({ left: 0.5, top: 0, width: 0.5, height: 0.5 })).toMatchObject({ yaw: 90, pitch: 45 });
});

it('an address holds the distance that was set by hand, and nothing where there is none', () => {
  expect(writeTurn({ yaw: 0, pitch: 0.1 })).toEqual([]);
  expect(writeTurn({ yaw: 359.9, pitch: 0 })).toEqual([]);
  expect(readTurn(writeTurn({ yaw: 30.2, pitch: -10 }))).toEqual({ yaw: 30, pitch: -10 });
  expect(readTurn([])).toEqual({ yaw: 0, pitch: 0 });
});

it('an address holds half degrees, and never 360', () => {
  expect(roundedPanoramaView({ yaw: 359.9, pitch: 12.26, zoom: 33.4 })).toEqual({ yaw: 0, pitch: 12.5, zoom: 33 });
});
