// What a result of the search shows, in the dropdown and on the page: nothing is cut that tells it from the next one.
import { Camera, FolderKanban } from 'lucide-react';
import { formatDate } from '#contract/core/day-words.ts';
import type { SearchResult } from '#contract/overview/endpoints.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { Highlight } from '#web/ui/display/highlight.tsx';
import { ProjectStatus, SessionStatus } from '#web/ui/display/status-badge.tsx';

export function SearchHit({ result, query }: { result: SearchResult; query: string }) {
  const isProject = result.type === 'project';
  const Icon = isProject ? FolderKanban : Camera;
  const { words, day } = isProject ? { words: result.subtitle, day: undefined } : partDay(result.subtitle);
  return (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0 text-faint" />
      <span className="min-w-0 flex-1">
        <span className="wrap-anywhere block font-medium">
          <Highlight text={result.title} query={query} />
          {day && (
            <span className="font-normal text-muted text-sm max-sm:block">
              <span className="max-sm:hidden"> · </span>
              {day}
            </span>
          )}
        </span>
        <span className={classNames('wrap-anywhere text-muted text-sm', isProject ? 'line-clamp-2' : 'block')}>
          <Highlight text={words} query={query} />
        </span>
      </span>
      {isProject ? <ProjectStatus status={result.status} /> : <SessionStatus status={result.status} />}
    </>
  );
}

/** The server names a session’s day last and as it is stored; people read 'November 19, 2026' (behaviour §10.4). */
export function partDay(subtitle: string): { words: string; day: string | undefined } {
  const [, words = subtitle, day] = /^(?:(.*) · )?(\d{4}-\d\d-\d\d)$/s.exec(subtitle) ?? [];
  return { words, day: day && formatDate(day) };
}

export function allResultsPath(query: string): string {
  return `/search?${new URLSearchParams({ q: query })}`;
}
