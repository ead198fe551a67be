// Kills processes that send mails and webhooks a hundred times each: nothing may be lost, and none duplicated except what was being sent at a kill.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grouped, table } from '#bench/lib/report.ts';
import type { DeliveryKills, WebhookKills } from '#server/test-support/processes/delivery-kills.ts';

const rounds = process.argv.includes('--quick') ? 10 : 100;
const folder = mkdtempSync(join(tmpdir(), 'topout-bench-deliveries-'));
const figures = join(folder, 'figures.json');

/** The test that runs with three rounds each time; it has the database and the mail server, and fails where one was lost. */
function runTest(): number {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'server/delivery-kill.test.ts'];
  const env = { ...process.env, DELIVERY_KILL_ROUNDS: String(rounds), DELIVERY_KILL_FIGURES: figures };
  return spawnSync(process.execPath, vitest, { stdio: 'inherit', env }).status ?? 1;
}

function showWebhooks({ kills, acknowledged, confirmed, arrived, copies, most }: WebhookKills): void {
  console.log(
    table(
      [
        ['products killed while stages were confirmed', 'figure', 'target'],
        ['kills', grouped(kills), `= ${rounds}`],
        ['confirmations acknowledged', grouped(acknowledged), ''],
        ['confirmations in the database', grouped(confirmed), `>= ${grouped(acknowledged)}`],
        ['messages that arrived, by their id', grouped(arrived), `= ${grouped(confirmed)}`],
        ['arrived twice, under the same id', grouped(copies), `<= ${grouped(most)}`],
      ],
      1,
    ),
  );
}

function show({ kills, queued, sent, lost, takenAgain, copies, otherNames, most }: DeliveryKills): void {
  console.log(
    table(
      [
        ['processes killed while they sent', 'figure', 'target'],
        ['kills', grouped(kills), `= ${rounds}`],
        ['mails queued', grouped(queued), ''],
        ['of them sent', grouped(sent), `= ${grouped(queued)}`],
        ['lost', String(lost), '= 0'],
        ['a second time under another Message-ID', String(otherNames), '= 0'],
        ['taken again from a process that died', grouped(takenAgain), `<= ${grouped(most)}`],
        ['arrived twice by that, under one Message-ID', grouped(copies), `<= ${grouped(takenAgain)}`],
      ],
      1,
    ),
  );
}

try {
  process.exitCode = runTest();
  const read = (name: string) => JSON.parse(readFileSync(`${figures}.${name}`, 'utf8'));
  if (existsSync(`${figures}.mails`)) show(read('mails') as DeliveryKills);
  if (existsSync(`${figures}.webhooks`)) showWebhooks(read('webhooks') as WebhookKills);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
