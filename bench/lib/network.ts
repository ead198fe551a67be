// Networks of their own for the servers of a bench, as if each ran on another machine. Linux, run by root; elsewhere they share this one's.
import { spawnSync } from 'node:child_process';

/** `run`: the words before a program that start it there. */
export type Host = { address: string; run: readonly string[] };

export type Network = {
  hosts: Host[];
  /** This machine, as they reach it. */
  here: string;
  isApart: boolean;
  close(): void;
};

const loopback = '127.0.0.1';

function ip(...words: string[]): boolean {
  return spawnSync('ip', words, { stdio: 'ignore' }).status === 0;
}

/** One network namespace, tied to this one by a pair of interfaces; false where it cannot be made. */
function tie(name: string, { outer, inner }: { outer: string; inner: string }, nth: number): boolean {
  const [here, there] = [`tb${process.pid}n${nth}`, `tb${process.pid}m${nth}`];
  return (
    ip('netns', 'add', name) &&
    ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', name) &&
    ip('addr', 'add', `${outer}/30`, 'dev', here) &&
    ip('link', 'set', here, 'up') &&
    ip('-n', name, 'addr', 'add', `${inner}/30`, 'dev', there) &&
    ip('-n', name, 'link', 'set', there, 'up') &&
    ip('-n', name, 'link', 'set', 'lo', 'up') &&
    ip('-n', name, 'route', 'add', 'default', 'via', outer)
  );
}

/** They reach this machine and nothing else, not even each other. */
export function createNetwork(count: number): Network {
  const net = `10.213.${process.pid % 256}`;
  const names = Array.from({ length: count }, (_, nth) => `topout-bench-${process.pid}-${nth}`);
  const close = () => {
    process.off('exit', close);
    for (const name of names) ip('netns', 'del', name);
  };
  process.once('exit', close);
  const hosts: Host[] = [];
  for (const [nth, name] of names.entries()) {
    const ends = { outer: `${net}.${nth * 4 + 1}`, inner: `${net}.${nth * 4 + 2}` };
    if (tie(name, ends, nth)) hosts.push({ address: ends.inner, run: ['ip', 'netns', 'exec', name] });
  }
  if (hosts.length === count) return { hosts, here: `${net}.1`, isApart: true, close };
  close();
  return {
    hosts: names.map(() => ({ address: loopback, run: [] })),
    here: loopback,
    isApart: false,
    close: () => undefined,
  };
}
