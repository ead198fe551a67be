// How often tests do what many rounds would do better: a few in every run, many in `npm run bench -- kills` and `-- properties`.

/** Times that the product is killed. */
export const killRounds = Number(process.env.KILL_ROUNDS ?? 3);

const timesAsManyWorlds = Number(process.env.WORLD_ROUNDS ?? 1);

/** Of random worlds, and of the milliseconds that they may take. */
export function worldRounds(few: number): number {
  return few * timesAsManyWorlds;
}
