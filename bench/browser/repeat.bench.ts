// The repeat visit with a phone: usable, without a byte of script transferred, and offline, beside the same pages without scripts.

import { currentLoad, machine } from '#bench/lib/browser.ts';
import { publish } from '#bench/lib/publish.ts';
import { median } from '#bench/lib/report.ts';
import { type BesideFloor, besideFloor } from './beside-floor.ts';
import { cookieFor, type FirstPage, firstPages, lines } from './first-load.ts';
import { loadAgain, type RepeatLoad } from './repeat-load.ts';

const rounds = process.argv.includes('--quick') ? 1 : 5;
const goals = { usable: 500, script: 0, offline: 1000 };
const [line] = lines;

type Seen = { page: FirstPage; product: RepeatLoad[]; floor: RepeatLoad[]; loads: number[] };

async function takeRound({ page, product: own, floor, loads }: Seen, { product, floorUrl, browser }: BesideFloor) {
  if (!line) return;
  // Photos are not cached with data saving: of such a page its heading is what opens offline.
  const how = { row: page.saves ? 'main h1, main [data-session]' : page.row, line };
  const cookie = await cookieFor(product, page);
  own.push(
    await loadAgain(browser, product.url + page.path, { ...how, cookie, hasScripts: true, keeps: !page.needsLine }),
  );
  floor.push(await loadAgain(browser, floorUrl + page.path, { ...how, cookie, hasScripts: false, keeps: false }));
  loads.push(currentLoad());
}

/** The star marks a missed goal. */
const cell = (value: number, goal: number) => `${value.toFixed(0)}${value > goal ? '*' : ''} (${goal})`;

function row({ page, product, floor, loads }: Seen): string[] {
  const usable = median(product.map((load) => load.usable));
  const bare = median(floor.map((load) => load.usable));
  return [
    page.name,
    cell(usable, goals.usable),
    bare.toFixed(0),
    (usable / bare).toFixed(2),
    cell(median(product.map((load) => load.script)), goals.script),
    page.needsLine ? '' : cell(median(product.map((load) => load.offline ?? Number.NaN)), goals.offline),
    median(loads).toFixed(1),
  ];
}

async function measure(at: BesideFloor): Promise<Seen[]> {
  const pages = (await firstPages(at.product)).filter(({ as }) => as !== null);
  const seen = pages.map((page): Seen => ({ page, product: [], floor: [], loads: [] }));
  for (let round = 1; round <= rounds; round++)
    for (const one of seen) {
      await takeRound(one, at).catch((error: Error) => console.log(`  ${one.page.name}: ${error.message}`));
      if (one.loads.length > 0) console.error(`${round}/${rounds} ${row(one).join('  ')}`);
    }
  return seen.filter(({ loads }) => loads.length > 0);
}

await besideFloor(async (at) => {
  const seen = await measure(at);
  publish('repeat', {
    about: [
      `Chromium ${at.browser.version()}, ${machine()}; middle of ${rounds} second visits on ${line?.name}, processor at a quarter.`,
      'Usable: the first row is painted and the page taken over. Floor: the second visit to the same page without any script. Offline: the same page',
      'opened without a line. Above a load of 1 for each processor the times say more of the machine than of the page; the ratios remain.',
    ],
    rows: [['page', 'usable ms', 'floor ms', 'ratio', 'script KiB', 'offline row ms', 'load'], ...seen.map(row)],
    left: 1,
  });
});
