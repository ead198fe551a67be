// Gathers the topics of many small messages into one refetch.
import type { Topic } from '#contract/endpoint.ts';

export type InvalidationBatcher = { add: (topics: Topic[]) => void; stop: () => void };

/** `flush` gets each topic once, so many milliseconds after the first of a burst: a steady stream cannot put it off forever. */
export function createInvalidationBatcher(flush: (topics: Topic[]) => void, milliseconds: number): InvalidationBatcher {
  const gathered = new Set<Topic>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function fire() {
    timer = undefined;
    const topics = [...gathered];
    gathered.clear();
    flush(topics);
  }
  return {
    add: (topics) => {
      for (const topic of topics) gathered.add(topic);
      timer ??= setTimeout(fire, milliseconds);
    },
    stop: () => clearTimeout(timer),
  };
}
