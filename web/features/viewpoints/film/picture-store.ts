// The drawn pictures that a film needs just now: a few at most, each let go as soon as its turn is over.

/** The two that fade into each other, and the one being fetched. */
export const heldPictures = 3;

type Held = { release(): void };
type StoreOptions<Picture> = {
  /** Null: it cannot be had. */
  load: (index: number) => Promise<Picture | null>;
  limit?: number;
};

/** For one asker who asks for one after the other. */
export function createPictureStore<Picture extends Held>({ load, limit = heldPictures }: StoreOptions<Picture>) {
  const held = new Map<number, Picture>();
  let isClosed = false;

  function drop(index: number): void {
    held.get(index)?.release();
    held.delete(index);
  }

  return {
    async take(index: number): Promise<Picture | null> {
      const there = held.get(index);
      if (there) return there;
      // The longest held go, before there is one more.
      for (const old of [...held.keys()].slice(0, Math.max(0, held.size + 1 - limit))) drop(old);
      const picture = await load(index);
      if (picture && isClosed) picture.release();
      if (!picture || isClosed) return null;
      held.set(index, picture);
      return picture;
    },
    /** For good: also what is still on its way is let go when it comes. */
    close(): void {
      isClosed = true;
      for (const index of [...held.keys()]) drop(index);
    },
  };
}
