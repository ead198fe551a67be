// What the session dialogs send, and what the site select is by the sites there are.
import { expect, it } from 'vitest';
import { daysAhead, newDraft, siteRule, toBody } from './session-draft.ts';

it('empty optional values are sent as null', () => {
  const draft = { ...newDraft(new Date(2026, 10, 20)), projectId: '4', notes: '  ', videoUrl: ' https://youtu.be/x ' };
  expect(toBody(draft)).toEqual({
    projectId: 4,
    siteId: null,
    captureDate: '2026-11-20',
    scheduledDate: null,
    phase: null,
    notes: null,
    droneImagesUrl: null,
    indoorImagesUrl: null,
    videoUrl: 'https://youtu.be/x',
    tour360Url: null,
    orthomosaicUrl: null,
    deliverablePackageUrl: null,
    rawFilesUrl: null,
    reportUrl: null,
  });
});

it('a site is chosen by the number of sites there are', () => {
  expect(siteRule(undefined)).toBe('loading');
  expect(siteRule([])).toBe('none');
  expect(siteRule([{ id: 1 }])).toBe('one');
  expect(siteRule([{ id: 1 }, { id: 2 }])).toBe('several');
});

it('a capture date is counted from today by the calendar of the reader', () => {
  const lateInTheEvening = new Date(2026, 10, 30, 23, 30);
  const days = ['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-07'].map((day) => daysAhead(day, lateInTheEvening));
  expect(days).toEqual([-1, 0, 1, 7]);
});
