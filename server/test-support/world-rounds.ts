// How many random worlds the tests go through: a few in every run, fifteen times as many in `npm run bench -- properties`.
const times = Number(process.env.WORLD_ROUNDS ?? 1);

/** Also of the milliseconds that they may take. */
export function worldRounds(few: number): number {
  return few * times;
}
