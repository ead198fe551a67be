// How fast an upload is: bytes a second over the last moments.

const windowMs = 10_000;

type Sample = { at: number; bytes: number };

export function createRate(now: () => number) {
  let samples: Sample[] = [];
  let moved = 0;
  return {
    add(bytes: number): void {
      moved += bytes;
      const at = now();
      samples = [...samples.filter((sample) => sample.at > at - windowMs), { at, bytes: moved }];
    },
    clear(): void {
      samples = [];
    },
    /** Null before anything can be said. */
    perSecond(): number | null {
      const [first, last] = [samples[0], samples.at(-1)];
      if (!first || !last || last.at - first.at < 1_000 || last.bytes <= first.bytes) return null;
      return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000;
    },
  };
}
