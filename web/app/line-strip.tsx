// Says that changes do not arrive, or that what is shown could not be fetched again, without moving anything.
import { type Query, useQueryClient } from '@tanstack/react-query';
import { CloudOff, RefreshCw } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { asOfTime, formatAsOf } from '#web/lib/as-of.ts';
import { useTimeZone } from '#web/lib/device-choices.ts';
import type { LineState } from '#web/lib/websocket-client.ts';
import { Button } from '#web/ui/button.tsx';

/** Most interruptions are over before anybody has read of them. */
const noticeDelayMs = 3000;

type LineStripProps = {
  line: LineState;
  /** When changes last arrived, in milliseconds since 1970; 0 where they never did. */
  lostAt: number;
  onRetry: () => void;
  children?: ReactNode;
};

export function LineStrip({ line, lostAt, onRetry, children }: LineStripProps) {
  const isDown = useIsDown(line);
  const outdated = useOutdated();
  const asOf = useAsOf(isDown || outdated.count > 0, lostAt);
  const words = isDown && (line === 'lost' ? 'No live connection' : 'Reconnecting…');
  const Icon = isDown ? CloudOff : RefreshCw;
  return (
    <div
      role="status"
      data-line-strip=""
      className="pointer-events-none fixed inset-x-2 bottom-[calc(3.75rem+env(safe-area-inset-bottom))] z-40 flex flex-col items-center gap-1 md:bottom-3 low:bottom-2 print:hidden"
    >
      {(words || outdated.count > 0) && (
        <div className="pointer-events-auto flex min-h-10 max-w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-raised py-1 pr-1.5 pl-3 text-sm shadow-raised">
          <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <span className="min-w-0 py-1">
            {words}
            {words && outdated.count > 0 && (line === 'lost' ? '. ' : ' ')}
            {outdated.count > 0 && 'What is shown could not be brought up to date'}
            {asOf && ` · as of ${asOf}`}
          </span>
          {(line === 'lost' || outdated.count > 0) && (
            <Button
              size="sm"
              pending={outdated.isFetching}
              onClick={() => {
                if (line !== 'up') onRetry();
                outdated.refetch();
              }}
            >
              Try again
            </Button>
          )}
        </div>
      )}
      {children}
    </div>
  );
}

/** Once it is said it stays said until the line is up. */
function useIsDown(line: LineState): boolean {
  const isUp = line === 'up';
  const [isDown, setIsDown] = useState(false);
  useEffect(() => {
    if (isUp) return setIsDown(false);
    const timer = setTimeout(() => setIsDown(true), noticeDelayMs);
    return () => clearTimeout(timer);
  }, [isUp]);
  return isDown || line === 'lost';
}

/** Shown from before, and the last attempt to fetch it anew failed. A further page that failed says so at the end of its list. */
function isOutdated(query: Query): boolean {
  const { status, data, fetchMeta } = query.state;
  return status === 'error' && data !== undefined && !fetchMeta?.fetchMore?.direction && query.isActive();
}

function useOutdated() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(() => queueMicrotask(onChange)), [cache]);
  const found = () => cache.findAll({ predicate: isOutdated });
  const count = useSyncExternalStore(subscribe, () => found().length);
  const isFetching = useSyncExternalStore(subscribe, () =>
    found().some((query) => query.state.fetchStatus === 'fetching'),
  );
  return { count, isFetching, refetch: () => void client.refetchQueries({ predicate: isOutdated }) };
}

/** How old the oldest thing is that is shown: 'November 20, 2026 at 14:05', the time alone where that is today. */
function useAsOf(isOld: boolean, lostAt: number): string | null {
  const cache = useQueryClient().getQueryCache();
  const zone = useTimeZone();
  if (!isOld) return null;
  const shown = cache.findAll({ type: 'active', predicate: ({ state }) => state.data !== undefined });
  const ages = shown.map(({ state }) => asOfTime(state.dataUpdatedAt, lostAt)).filter((at) => at > 0);
  return ages.length > 0 ? formatAsOf(Math.min(...ages), { now: Date.now(), zone: zone ?? undefined }) : null;
}
