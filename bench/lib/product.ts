// The built product, started on a database of the benchmark, with instrument.mjs inside.
import { type Product, startProduct } from '#server/test-support/processes/product-process.ts';

/** CPU in microseconds since the start, memory in bytes. */
export type Used = { cpu: { user: number; system: number }; rss: number };
export type Statement = { text: string; values: unknown[] };
export type Gauged = Product & {
  used(): Promise<Used>;
  /** What it sends to the database while this runs. */
  statementsOf(work: () => Promise<unknown>): Promise<Statement[]>;
};
/** A process that was started with instrument.mjs inside and a channel to it. */
export function gauged(product: Product): Gauged {
  let asked = 0;
  function ask<T>(what: string): Promise<T> {
    const id = ++asked;
    return new Promise((resolve) => {
      const listener = (message: object) => {
        const { id: answered, answer } = message as { id: number; answer: T };
        if (answered !== id) return;
        product.child.off('message', listener);
        resolve(answer);
      };
      product.child.on('message', listener);
      product.child.send({ ask: what, id });
    });
  }
  return {
    ...product,
    used: () => ask('used'),
    async statementsOf(work) {
      await ask('record');
      await work();
      return ask('recorded');
    },
  };
}

/** As an operator runs it, but for the log: warnings only, because nobody would read the rest. */
export async function startMeasured(settings: Record<string, string>): Promise<Gauged> {
  const product = await startProduct(
    { SESSION_SECRET: 'c0ncrete-and-steel-and-glass-and-wood', NODE_ENV: 'production', ...settings },
    { program: ['--import', './bench/lib/instrument.mjs', 'build/server/main.js'], channel: true },
  );
  return gauged(product);
}
