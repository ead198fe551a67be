// A part of the program that is fetched when it is first needed, kept, and fetched again after a failure.
import { type ComponentType, use } from 'react';

export type Code<Props> = {
  /** The component; suspends while it is on its way, throws where it cannot be had. */
  use: () => ComponentType<Props>;
  /** Fetches it ahead of need, as when a link is hovered. */
  preload: () => void;
};

/** Unlike React's lazy() a failure is not kept: the next try fetches again, and what has come never suspends. */
export function code<Props>(load: () => Promise<ComponentType<Props>>): Code<Props> {
  let here: ComponentType<Props> | undefined;
  let coming: Promise<ComponentType<Props>> | undefined;
  async function fetchOnce() {
    try {
      here = await load();
      return here;
    } catch (error) {
      coming = undefined;
      throw error;
    }
  }
  const start = () => {
    coming ??= fetchOnce();
    return coming;
  };
  return {
    use: () => here ?? use(start()),
    preload: () => {
      start().catch(() => undefined);
    },
  };
}

/** The code is not to be had: the signal is gone, or a newer version took its place on the server. */
export function isMissingCode(error: unknown): boolean {
  const words = error instanceof Error ? error.message : '';
  return /dynamically imported module|module script failed|preload CSS|Loading (CSS )?chunk/i.test(words);
}
