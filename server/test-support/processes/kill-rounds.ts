// How often the tests kill the product: a few times in every run, many times in `npm run bench -- kills`.
export const killRounds = Number(process.env.KILL_ROUNDS ?? 3);
