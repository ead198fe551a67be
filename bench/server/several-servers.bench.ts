// Three servers behind a proxy without stickiness, killed and exchanged one by one while people work: what is lost, doubled or late.
// `npm run bench -- several-servers`; `--minutes=10` for longer than two; `--journeys` walks journeys of a browser there instead.
import { setTimeout as delay } from 'node:timers/promises';
import { machine } from '#bench/lib/browser.ts';
import { type Cluster, missing, startCluster } from '#bench/lib/cluster.ts';
import { publish } from '#bench/lib/publish.ts';
import { grouped, median } from '#bench/lib/report.ts';
import {
  countDiffering,
  countMails,
  countNoticesByMail,
  countResets,
  countSessions,
  endLeases,
} from './cluster/audit.ts';
import { walkJourneys } from './cluster/journeys.ts';
import { type Acknowledged, type Company, nothingYet, people } from './cluster/people.ts';
import { countedRight, type Guessed, guessPins, openSocket, type Sockets, settleCompany } from './cluster/watchers.ts';
import { untilAllIsSent } from './upgrade-audit.ts';

const minutes = Number(process.argv.find((word) => word.startsWith('--minutes='))?.split('=')[1] ?? 2);
const sockets = 20;
/** Milliseconds between one server that is ready again and the end of the next. */
const pause = 3_000;
const longestBack = 5_000;

type Ended = { kills: number; stops: number };
type Worked = {
  done: Acknowledged;
  seen: Sockets;
  guessed: Guessed[];
  ended: Ended;
  stillLost: number;
  changes: { due: number; unheard: number };
};

/** One after the other, killed and stopped in turn, so that two always serve. */
async function endServers(cluster: Cluster, isOver: () => boolean): Promise<Ended> {
  const ended: Ended = { kills: 0, stops: 0 };
  for (let nth = 0; !isOver(); nth++) {
    await delay(pause);
    const isKill = nth % 2 === 0;
    await cluster.exchange(nth % cluster.count, isKill ? 'SIGKILL' : 'SIGTERM');
    if (isKill) ended.kills++;
    else ended.stops++;
  }
  return ended;
}

async function work(cluster: Cluster, company: Company): Promise<Worked> {
  const { url } = cluster;
  const done = nothingYet();
  const seen: Sockets = { back: [], missed: 0 };
  const guessed: Guessed[] = [];
  const at = people(cluster, company, done);
  const [admin, photographer, client] = [
    await at.login(company.admin),
    await at.login(company.photographer),
    await at.login(company.client),
  ];
  const lines = Array.from({ length: sockets }, () =>
    openSocket(url, { cookie: admin, id: company.admin.id }, { done, seen }),
  );
  const end = Date.now() + minutes * 60_000;
  const isOver = () => Date.now() > end;
  const again = async (act: () => Promise<unknown>) => {
    while (!isOver()) await act();
  };
  const guess = async () => {
    const found = await guessPins(url, { cookie: client, projectId: company.projectId, isOver });
    if (found) guessed.push(found);
    else await delay(200);
  };
  const [ended] = await Promise.all([
    endServers(cluster, isOver),
    again(at.logsIn),
    ...Array.from({ length: 4 }, () => again(() => at.submits(photographer))),
    again(() => at.approves(admin)),
    again(() => at.invites(admin)),
    again(at.forgets),
    again(() => at.uploads(photographer)),
    again(guess),
  ]);
  await delay(longestBack);
  const stillLost = lines.filter((line) => line.isLost()).length;
  const changes = { due: 0, unheard: 0 };
  for (const line of lines) {
    const { due, unheard } = line.unheard();
    changes.due += due;
    changes.unheard += unheard;
    line.close();
  }
  return { done, seen, guessed, ended, stillLost, changes };
}

/** `isMet` is undefined where there is no target. */
type Row = { what: string; figure: string; target?: string; isMet?: boolean };

const some = (what: string, count: number): Row => ({ what, figure: grouped(count), target: '> 0', isMet: count > 0 });
const none = (what: string, count: number): Row => ({
  what,
  figure: grouped(count),
  target: '= 0',
  isMet: count === 0,
});
const info = (what: string, count: number): Row => ({ what, figure: grouped(count) });
const most = (what: string, count: number, limit: number): Row => ({
  what,
  figure: grouped(count),
  target: `<= ${grouped(limit)}`,
  isMet: count <= limit,
});

async function sessionRows(cluster: Cluster, done: Acknowledged): Promise<Row[]> {
  const sessions = await countSessions(cluster, done);
  return [
    some('sessions acknowledged', done.sessions.size),
    none('of them lost', sessions.lost),
    none('doubled', sessions.doubled),
    some('requests repeated under their key, elsewhere', done.repeated),
    none('of them answered otherwise', done.otherReplies),
    some('approvals acknowledged', done.approved.size),
    none('of them lost', sessions.notApproved),
    none('recorded otherwise than once', sessions.notRecordedOnce),
    none('sessions about which an admin was notified never or twice', sessions.notNotifiedOnce),
  ];
}

async function mailRows(cluster: Cluster, done: Acknowledged, { kills }: Ended): Promise<Row[]> {
  const resets = await countResets(cluster, done.resets);
  const due = done.invited.size + resets.links;
  const mails = await countMails(cluster, kills);
  const notices = await countNoticesByMail(cluster);
  return [
    some('people who asked for a new password', done.resets.size),
    info('of them again, because nobody answered', [...done.resets.values()].filter((times) => times > 1).length),
    none('for whom no job made a link, or more than were asked for', resets.notOnce),
    some('invitations and such links to mail', due),
    none('queued never or twice', Math.abs(mails.queued - due)),
    none('not sent', mails.queued - mails.sent),
    none('without a mail', mails.lost),
    none('with a second Message-ID', mails.otherNames),
    most('taken again from a server that died', mails.takenAgain, mails.most),
    most('arrived twice by that, under one Message-ID', mails.copies, mails.takenAgain),
    some('notices to mail, several in one', notices.queued),
    none('in no mail, or in two', Math.abs(notices.queued - notices.sent)),
  ];
}

async function pinRows(cluster: Cluster, guessed: Guessed[]): Promise<Row[]> {
  const checked = await Promise.all(guessed.map((one) => countedRight(cluster, one)));
  return [
    some('share links whose PIN was guessed, four tries at once', guessed.length),
    some('of them ended by the twentieth wrong one', guessed.filter(({ afterEnd }) => afterEnd > 0).length),
    some(
      'wrong PINs',
      guessed.reduce((sum, { wrong }) => sum + wrong, 0),
    ),
    none('links with another count than was answered', checked.filter((isRight) => !isRight).length),
  ];
}

function socketRows({ seen, stillLost, changes }: Worked): Row[] {
  return [
    some('sockets that were back', seen.back.length),
    info('half of them within, in ms', median(seen.back)),
    most('the longest of them, in ms', Math.max(0, ...seen.back), longestBack),
    none('sockets that were not back', stillLost),
    none('sessions of meanwhile that they did not find', seen.missed),
    some('changes that open sockets had to hear', changes.due),
    none('of them not heard', changes.unheard),
  ];
}

async function judge(cluster: Cluster, worked: Worked): Promise<Row[]> {
  const { done, guessed, ended } = worked;
  return [
    some('servers killed', ended.kills),
    some('servers stopped and exchanged', ended.stops),
    info('requests without an answer, sent again', done.unanswered),
    none('requests that were refused', done.refused.length),
    info('errors in the logs of the servers', cluster.errors().length),
    some('logins, each used at another server', done.logins),
    ...(await sessionRows(cluster, done)),
    some('uploads of 12 MB', done.uploads.size),
    info('how often they went on within a part', done.resumedWithin),
    none('of them not there, or of which a byte differs', await countDiffering(cluster, done.uploads)),
    ...(await mailRows(cluster, done, ended)),
    ...(await pinRows(cluster, guessed)),
    ...socketRows(worked),
  ];
}

async function measure(): Promise<void> {
  const cluster = await startCluster(3);
  try {
    const worked = await work(cluster, await settleCompany(cluster));
    await endLeases(cluster);
    await untilAllIsSent(cluster.database);
    const rows = await judge(cluster, worked);
    const failed = rows.filter(({ isMet }) => isMet === false);
    const place = cluster.isApart ? 'each in a network of its own' : 'on ports of one network';
    publish('several-servers', {
      about: [`${machine()}. Three servers, ${place}, behind haproxy, for ${minutes} min.`],
      rows: [
        ['while servers were killed and exchanged', 'figure', 'target'],
        ...rows.map((row) => [row.what, failed.includes(row) ? `${row.figure} MISSED` : row.figure, row.target ?? '']),
      ],
      left: 1,
    });
    for (const line of [...worked.done.refused, ...cluster.errors()].slice(0, 20)) console.log(line.slice(0, 2000));
    if (failed.length > 0) process.exitCode = 1;
  } finally {
    await cluster.close();
  }
}

const lacking = missing();
if (lacking) console.log(`Skipped: ${lacking}.`);
else if (process.argv.includes('--journeys')) process.exitCode = await walkJourneys();
else await measure();
