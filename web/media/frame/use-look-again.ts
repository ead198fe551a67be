// Looks again at what a tab shows while something is made of its files: nobody tells us how far that is.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionMedia } from '#contract/media/endpoints.ts';

/** Every so many milliseconds; null: nothing is being made. */
export function useLookAgain(everyMs: number | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (everyMs === null) return;
    const look = () => void client.refetchQueries({ queryKey: [sessionMedia.path], type: 'active' });
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [client, everyMs]);
}
