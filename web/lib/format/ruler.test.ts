// The ruler of visits.
import { describe, expect, it } from 'vitest';
import { calendarMarks, labelCentre, labelSteps, labelsOf, labelWidth, nearestTo, sharesOf } from './ruler.ts';

describe('the places of visits', () => {
  it('are those of real time: a gap of half a year is half of a year’s ruler', () => {
    const [first, second, third, last] = sharesOf(['2025-01-01', '2025-01-15', '2025-07-02', '2026-01-01']);
    expect(first).toBe(0);
    expect(second).toBeCloseTo(14 / 365, 6);
    expect(third).toBeCloseTo(182 / 365, 6);
    expect(last).toBe(1);
  });

  it('are the middle where all are of one day', () => {
    expect(sharesOf(['2026-03-01'])).toEqual([0.5]);
    expect(sharesOf(['2026-03-01', '2026-03-01'])).toEqual([0.5, 0.5]);
    expect(sharesOf([])).toEqual([]);
  });

  it('mean the nearest visit, of two on one day the later', () => {
    const shares = [0, 0.1, 0.1, 1];
    expect(nearestTo(0.04, shares)).toBe(0);
    expect(nearestTo(0.09, shares)).toBe(2);
    expect(nearestTo(0.56, shares)).toBe(3);
    expect(nearestTo(-4, shares)).toBe(0);
    expect(nearestTo(9, shares)).toBe(3);
  });
});

describe('the written dates', () => {
  /** Repeatable, so that a failure can be analysed. */
  function rulers(): number[][] {
    let seed = 7;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    return Array.from({ length: 60 }, () => {
      const inside = Array.from({ length: Math.floor(random() * 60) }, random).sort((one, other) => one - other);
      return [0, ...inside, 1];
    });
  }

  it('never overlap and never leave the ruler, however wide it is', () => {
    for (const shares of rulers()) {
      const labels = labelsOf(shares);
      for (const width of [240, 300, 559, 560, 700, 960, 1400]) {
        const shown = labels.filter(({ step }) => (labelSteps[step] ?? 0) <= width);
        const centres = shown.map(({ share }) => labelCentre(share, width));
        for (const [at, centre] of centres.entries()) {
          expect(centre).toBeGreaterThanOrEqual(labelWidth / 2);
          expect(centre).toBeLessThanOrEqual(width - labelWidth / 2);
          expect(centre - (centres[at - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(labelWidth - 1e-6);
        }
      }
    }
  });

  it('hold the first and the last on every ruler, and more on wider ones', () => {
    const shares = Array.from({ length: 40 }, (_, index) => index / 39);
    const at = (step: number) => labelsOf(shares).filter((label) => label.step <= step);
    expect(at(0).map(({ index }) => index)).toEqual([0, 39]);
    expect(at(2).length).toBeGreaterThan(at(1).length);
    expect(at(2).length).toBeGreaterThanOrEqual(6);
  });

  it('are one where all visits are of one day, and none without visits', () => {
    expect(labelsOf([0.5, 0.5])).toEqual([{ index: 1, share: 0.5, step: 0 }]);
    expect(labelsOf([])).toEqual([]);
  });
});

describe('the marks of the calendar', () => {
  it('are the beginnings of months', () => {
    const marks = calendarMarks(['2026-01-15', '2026-03-16']);
    expect(marks).toHaveLength(2);
    expect(marks[0]).toBeCloseTo(17 / 60, 6);
  });

  it('are those of years where months would be too many, and none on one day', () => {
    expect(calendarMarks(['2020-06-01', '2026-06-01'])).toHaveLength(6);
    expect(calendarMarks(['2026-06-01', '2026-06-01'])).toEqual([]);
  });
});
