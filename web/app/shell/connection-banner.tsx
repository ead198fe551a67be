// Banner that says when updates do not arrive or a response is overdue or missing, and how old the shown data is; it moves nothing.
import { type Query, useQueryClient } from '@tanstack/react-query';
import { CloudOff, RefreshCw } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isSilent } from '#web/lib/api/silent-queries.ts';
import { useTimeZone } from '#web/lib/device/device-choices.ts';
import { useSiteConfig } from '#web/lib/device/site-config.ts';
import { silentMs } from '#web/lib/device/timeouts.ts';
import { asOfTime, formatAsOf } from '#web/lib/format/as-of.ts';
import type { LineState } from '#web/lib/live/websocket-client.ts';
import { Button } from '#web/ui/controls/button.tsx';

type ConnectionBannerProps = {
  line: LineState;
  /** When changes last arrived, in milliseconds since 1970; 0 where they never did. */
  lostAt: number;
  onRetry: () => void;
  children?: ReactNode;
};

/** Distance to what is above it, in pixels. */
const gap = 4;

export function ConnectionBanner({ line, lostAt, onRetry, children }: ConnectionBannerProps) {
  const isDown = useIsDown(line);
  const unanswered = useUnanswered();
  const asOf = useAsOf(isDown, lostAt);
  const words = stripWords({ line, isDown, ...unanswered });
  const Icon = isDown ? CloudOff : RefreshCw;
  const strip = useRef<HTMLDivElement>(null);
  useStripRoom(strip);
  return (
    <div
      ref={strip}
      role="status"
      data-line-strip=""
      className="pointer-events-none fixed inset-x-2 bottom-[calc(3.75rem+env(safe-area-inset-bottom))] z-40 flex flex-col items-center gap-1 md:bottom-3 low:bottom-2 print:hidden"
    >
      {words && (
        <div className="pointer-events-auto flex min-h-10 max-w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-raised py-1 pr-1.5 pl-3 text-sm shadow-raised">
          <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <span className="min-w-0 py-1">
            {words}
            {asOf && ` · as of ${asOf}`}
          </span>
          {(line === 'lost' || unanswered.hasFailed) && (
            <Button
              size="sm"
              pending={unanswered.isFetching}
              onClick={() => {
                if (line !== 'up') onRetry();
                unanswered.refetch();
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

/** The banner can take several lines on a phone: what is above it, and the end of the page, make room for all of them (toast-room.css). */
function useStripRoom(strip: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const watch = new ResizeObserver(([entry]) => {
      const height = entry?.target.clientHeight ?? 0;
      style.setProperty('--strip-room', `${height > 0 ? height + gap : 0}px`);
    });
    if (strip.current) watch.observe(strip.current);
    return () => {
      watch.disconnect();
      style.removeProperty('--strip-room');
    };
  }, [strip]);
}

type Said = { line: LineState; isDown: boolean; hasFailed: boolean; isWaiting: boolean };

function stripWords({ line, isDown, hasFailed, isWaiting }: Said): string {
  const isLost = line === 'lost';
  const failed = hasFailed ? 'This page could not be refreshed' : '';
  if (isDown)
    return [isLost ? 'No live connection' : 'Reconnecting…', failed].filter(Boolean).join(isLost ? '. ' : ' ');
  return failed || (isWaiting ? 'Waiting for an answer…' : '');
}

/** Once shown it stays until the connection is up. The neutral page was served because nothing else could be. */
function useIsDown(line: LineState): boolean {
  const isUp = line === 'up';
  const { shell } = useSiteConfig();
  const [isDown, setIsDown] = useState(shell ?? false);
  useEffect(() => {
    if (isUp) return setIsDown(false);
    const timer = setTimeout(() => setIsDown(true), silentMs);
    return () => clearTimeout(timer);
  }, [isUp]);
  return isDown || line === 'lost';
}

/** Has earlier data, and the last attempt to fetch it again failed. A failed further page is reported at the end of its list. */
function isOutdated(query: Query): boolean {
  const { status, data, fetchMeta } = query.state;
  return status === 'error' && data !== undefined && !fetchMeta?.fetchMore?.direction && query.isActive();
}

function useCache() {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(() => queueMicrotask(onChange)), [cache]);
  return { cache, subscribe };
}

function useUnanswered() {
  const client = useQueryClient();
  const { cache, subscribe } = useCache();
  const found = () => cache.findAll({ predicate: isOutdated });
  const hasFailed = useSyncExternalStore(subscribe, () => found().length > 0);
  const isFetching = useSyncExternalStore(subscribe, () =>
    found().some((query) => query.state.fetchStatus === 'fetching'),
  );
  const isWaiting = useSyncExternalStore(subscribe, () =>
    cache.getAll().some((query) => isSilent(query) && query.isActive()),
  );
  return { hasFailed, isFetching, isWaiting, refetch: () => void client.refetchQueries({ predicate: isOutdated }) };
}

/**
 * The age of the oldest data on screen: 'November 20, 2026 at 14:05', or only the time if that is today. While updates arrive, only queries
 * that still wait for a response, or got none, are old.
 */
function useAsOf(isDown: boolean, lostAt: number): string | null {
  const { cache, subscribe } = useCache();
  const zone = useTimeZone();
  const isOld = (query: Query) => query.isActive() && (isDown || isOutdated(query) || isSilent(query));
  const oldest = useSyncExternalStore(subscribe, () => {
    const shown = cache.getAll().filter((query) => query.state.data !== undefined && isOld(query));
    const ages = shown.map(({ state }) => asOfTime(state.dataUpdatedAt, lostAt)).filter((at) => at > 0);
    return Math.min(...ages);
  });
  return Number.isFinite(oldest) ? formatAsOf(oldest, { now: Date.now(), zone: zone ?? undefined }) : null;
}
