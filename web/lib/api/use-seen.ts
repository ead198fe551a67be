// Notes what a client has viewed, so that it is no longer new (behaviour §24.1).
import { useCallback } from 'react';
import { can } from '#contract/policy.ts';
import { useCurrentUser } from './current-user.ts';

/** A ref for an element that shows released visits: once it was on the screen long enough, the server is notified. */
export function useSeen(...shownIds: readonly number[]) {
  const follows = can.followNews(useCurrentUser().actor);
  const key = shownIds.join();
  return useCallback(
    (shown: Element | null) => {
      if (!shown || !follows) return undefined;
      let end: (() => void) | undefined = () => undefined;
      void import('./watch-view.ts').then(
        ({ watchView }) => {
          if (end) end = watchView(shown, key.split(',').map(Number));
        },
        () => undefined,
      );
      return () => {
        end?.();
        end = undefined;
      };
    },
    [follows, key],
  );
}
