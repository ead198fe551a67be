// The claims about the process that makes reports: the longest table that one may hold is made in its memory.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { maxReportSessions } from '#contract/sharing/endpoints.ts';
import { emptyReport } from '#server/test-support/files/empty-report.ts';
import { makeReport } from './supervised-report-maker.ts';

const folder = mkdtempSync(join(tmpdir(), 'topout-long-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a period of as many visits as a report may hold is made', { timeout: 180_000 }, async () => {
  const rows = Array.from({ length: maxReportSessions }, (_, n) => [
    'March 4, 2026',
    `Block A, number ${n % 7}`,
    'Framing',
    'Ngozi Okonkwo',
    'Approved, March 5, 2026',
    `R${n}`,
  ]);
  const columns = ['Date', 'Site', 'Phase', 'Photographer', 'Status', 'Record'].map((title) => ({
    title,
    width: 1 / 6,
  }));
  const to = join(folder, 'report.pdf');
  await makeReport({
    report: { ...emptyReport, kind: 'Progress report', visits: { columns, rows } },
    to,
    picture: async () => null,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  const made = readFileSync(to, 'latin1');
  expect(made.slice(0, 8)).toBe('%PDF-1.7');
  expect(made.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(100);
  expect(made.trimEnd().endsWith('%%EOF')).toBe(true);
});

test('words of thousands of letters are broken into lines, in as long as they are', { timeout: 180_000 }, async () => {
  const word = 'x'.repeat(10_000);
  const to = join(folder, 'words.pdf');
  await makeReport({
    report: {
      ...emptyReport,
      title: 't'.repeat(200),
      facts: [['Site', word]],
      notes: word,
      visitNotes: Array.from({ length: 64 }, (_, n) => ({ heading: `Visit ${n}`, text: '(\u00a0'.repeat(2_500) })),
      next: [word],
    },
    to,
    picture: async () => null,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  expect(readFileSync(to, 'latin1').trimEnd().endsWith('%%EOF')).toBe(true);
});
