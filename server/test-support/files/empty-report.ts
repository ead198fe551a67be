// A report that says nothing yet: tests fill in what they are about.
import type { Report } from '#server/media/reports/report-model.ts';

export const emptyReport: Report = {
  brand: { name: 'Topout', colour: null, address: '', logo: null },
  kind: 'Session report',
  title: 'Lekki Palm',
  subtitle: '',
  stage: null,
  madeAt: '2026-03-05T00:00:00Z',
  madeOn: 'March 5, 2026',
  cover: null,
  facts: [],
  link: null,
  notes: null,
  pairs: [],
  pack: null,
  groups: [],
  concerns: [],
  next: [],
  visits: null,
  visitNotes: [],
  releases: [],
  proof: null,
  foot: 'Session 1, record 2',
};
