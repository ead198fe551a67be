// The state of the review desk: the queue, what was decided here, and where to go next.

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { fieldOfKind, type Media, type MediaItem, type MediaKind, sessionMedia } from '#contract/media/endpoints.ts';
import { getSession, type Session, sessions } from '#contract/sessions/endpoints.ts';
import { useOneClick, wordsOf } from '#web/features/sessions/decision/one-click.tsx';
import type { Rejection } from '#web/features/sessions/decision/use-review.ts';
import { firstTab } from '#web/features/sessions/parts/session-labels.ts';
import { createPictureMemory, type PictureMemory } from '#web/features/viewpoints/page/picture-memory.ts';
import { queryOptionsFor, useInfiniteList } from '#web/lib/api/queries.ts';
import { savesData } from '#web/lib/device/data-saver.ts';
import { type PendingDecision, underWay } from '#web/lib/offline/decisions.ts';
import { sessionOf } from '#web/lib/offline/same-session.ts';
import { mediaViewOf, sortFiles } from '#web/media/frame/media-view.ts';
import { chosenSource } from '#web/media/photos/album.tsx';
import { type Counted, countWith, type Made } from './desk-count.ts';
import { useDeskKeys } from './desk-keys.ts';

// Prefetches the next sessions: the session, the media of its first tab and the first photo.

/** Another decision takes longer than this. */
const staleTime = 60_000;

async function fetchAhead(client: QueryClient, session: Session, memory: PictureMemory): Promise<void> {
  const kind = firstTab(session);
  const params = { id: session.id };
  void client.prefetchQuery({ ...queryOptionsFor(getSession, { params }), staleTime });
  if (session[fieldOfKind[kind]] === null) return;
  const options = { ...queryOptionsFor(sessionMedia, { params: { ...params, kind } }), staleTime };
  const { photos } = picturesOf(await client.fetchQuery(options).catch(() => undefined), kind);
  const [photo] = photos;
  if (photo) await memory.load(chosenSource(photo));
}

/** One after the other, the nearest first, so that the open one is not delayed. */
function useFetchAhead(next: readonly Session[]): void {
  const client = useQueryClient();
  const [memory] = useState(createPictureMemory);
  const key = next.map(({ id, recordId }) => `${id}.${recordId}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies them.
  useEffect(() => {
    let left = false;
    async function run() {
      for (const session of savesData() ? [] : next) if (!left) await fetchAhead(client, session, memory);
    }
    void run();
    return () => {
      left = true;
    };
  }, [client, memory, key]);
  useEffect(() => () => memory.clear(), [memory]);
}

export type Desk = ReturnType<typeof useDesk>;
type DeskMove = 'approve' | 'reject';

/** How many sessions are prefetched after the open one. */
const ahead = 2;
/** The next page of the queue is fetched this close to the last loaded session. */
const nearEnd = 8;
/** Nobody views a session and decides about it in less. */
const doublePressMs = 500;
const none: Session[] = [];

export function useDesk(open: number) {
  const list = useInfiniteList(sessions, { query: { status: 'pending', sort: 'submittedAt' } });
  const rows = list.data?.rows ?? none;
  const oneClick = useOneClick();
  const [, navigate] = useLocation();
  const waiting = underWay(oneClick.all);
  const { queue, isPlaced } = useQueue(rows, open, new Set(waiting.flatMap((one) => sessionOf(one) ?? [])));
  const upcoming = toDecide(queue);
  useFetchAhead(rowsOf(rows, upcoming.slice(0, ahead)));
  // A link may lead to a session far down the queue.
  useWholeQueue(list, isPlaced ? queue.place : Number.POSITIVE_INFINITY);
  /** Back leads to the list, however many sessions were opened. */
  function show(id: number | undefined): boolean {
    if (id !== undefined) navigate(deskPath(id), { replace: true });
    return id !== undefined;
  }
  const counted = useCounted(rows, list.data?.total);
  const [made, setMade] = useState<readonly Made[]>([]);
  const without = (id: number | undefined) => made.filter(({ sessionId }) => sessionId !== id);
  const decidedAt = useRef(Number.NEGATIVE_INFINITY);
  const forget = (decision: PendingDecision) => {
    oneClick.forget(decision);
    setMade(without(sessionOf(decision)));
    if (decision.state !== 'waiting') return;
    decidedAt.current = Number.NEGATIVE_INFINITY;
    show(sessionOf(decision));
  };
  function goOnFrom(session: Session, move: DeskMove) {
    setMade([...without(session.id), { sessionId: session.id, move, words: wordsOf(session) }]);
    decidedAt.current = performance.now();
    show(upcoming[0]);
  }
  const desk = {
    rows,
    counted,
    made,
    decided: queue.decided,
    hasNext: upcoming.length > 0,
    isKnown: list.data !== undefined,
    /** Undo goes back to the session of the undone decision. */
    oneClick: { ...oneClick, forget },
    /** The second press of a double click lands on the session that opened with the first. */
    isSecondPress: () => performance.now() - decidedAt.current < doublePressMs,
    canStep: (by: 1 | -1) => neighbourOf(queue, by) !== undefined,
    step: (by: 1 | -1) => show(neighbourOf(queue, by)),
    goOn: () => show(upcoming[0]),
    decide(session: Session, move: DeskMove, rejection?: Rejection) {
      oneClick.decide(session, move, rejection);
      goOnFrom(session, move);
    },
    /** Confirmed in a dialog. */
    act(session: Session, move: 'approve') {
      oneClick.act(session, move);
      goOnFrom(session, move);
    },
  };
  useDeskKeys((action) => {
    if (action.do === 'session') return desk.step(action.by);
    const waiting = oneClick.all.find(({ state }) => state === 'waiting');
    if (action.do !== 'undo' || !waiting) return false;
    forget(waiting);
    return true;
  });
  return desk;
}

/** Undefined until the queue is known. */
function useCounted(rows: readonly Session[], total: number | undefined): Counted | undefined {
  const [known, setKnown] = useState<Counted>();
  if (total === undefined) return known;
  const ids = rows.map(({ id }) => id);
  const now = countWith(known, ids, total);
  if (now !== known) setKnown(now);
  return now;
}

type Placed = { queue: Queue; isPlaced: boolean };

/** Remembers the position of the open session: somebody else may decide it. Not placed: no open session was in the queue yet. */
function useQueue(rows: readonly Session[], open: number, decided: ReadonlySet<number>): Placed {
  const ids = rows.map(({ id }) => id);
  const at = ids.indexOf(open);
  const [former, setFormer] = useState<number>();
  if (at >= 0 && at !== former) setFormer(at);
  const place = at >= 0 ? at : former;
  const travelling = new Set(rows.filter((row) => row.travelling).map(({ id }) => id));
  return { queue: { ids, decided, travelling, open, place: place ?? 0 }, isPlaced: place !== undefined };
}

function rowsOf(rows: readonly Session[], ids: readonly number[]): Session[] {
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

type Growing = { data: { rows: unknown[] } | undefined } & Pick<
  ReturnType<typeof useInfiniteList>,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>;

function useWholeQueue(list: Growing, place: number): void {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const wanted = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const isNear = place + nearEnd > (data?.rows.length ?? 0);
  useEffect(() => {
    if (wanted && isNear) void fetchNextPage();
  }, [wanted, isNear, fetchNextPage]);
}

// Where the desk goes from the open session: to its neighbours, or on to what is still to be decided.
export type Queue = {
  /** Waiting sessions, oldest first. */
  ids: readonly number[];
  /** Decided here and not answered yet: the server still counts them as waiting. */
  decided: ReadonlySet<number>;
  /** Still uploading, so there is nothing to decide yet. */
  travelling: ReadonlySet<number>;
  open: number;
  /** The position of the open session in the queue, or its former one. */
  place: number;
};

/** Undefined at both ends. */
export function neighbourOf({ ids, open, place }: Queue, by: 1 | -1): number | undefined {
  const at = ids.indexOf(open);
  if (at >= 0) return ids[at + by];
  // The session after it has moved up to its position.
  return ids[by === 1 ? place : place - 1];
}

/** The sessions after the open one, nearest first; at the end of the queue it continues with those that were skipped. */
export function toDecide({ ids, decided, travelling, open, place }: Queue): number[] {
  const at = ids.indexOf(open);
  const from = at >= 0 ? at + 1 : place;
  return [...ids.slice(from), ...ids.slice(0, from)].filter(
    (id) => id !== open && !decided.has(id) && !travelling.has(id),
  );
}

// The address of a session on the review desk.
export function deskPath(sessionId: number): string {
  return `/approvals/${sessionId}`;
}

// The pictures of a tab through which the desk goes.

/** `panoramas` are chosen by opening them. */
export type Pictures = Record<'photos' | 'panoramas', MediaItem[]>;

export function picturesOf(media: Media | undefined, kind: MediaKind): Pictures {
  const view = media && mediaViewOf(media, kind);
  return view?.is === 'files' ? sortFiles(view.items, kind, new Map()) : { photos: [], panoramas: [] };
}

/** Photos first; films and maps only where there is no picture to go through. */
export function stepsOf({ photos, panoramas }: Pictures, media: Media | undefined): readonly MediaItem[] {
  const pictures = [...photos, ...panoramas];
  return pictures.length > 0 ? pictures : (media?.items ?? []);
}

/** The one so many steps from the chosen one, from the first where none was chosen; it stops at both ends. */
export function itemBeside(items: readonly MediaItem[], chosen: string | null, by: 1 | -1): MediaItem | undefined {
  const at = Math.max(
    items.findIndex(({ id }) => id === chosen),
    0,
  );
  return items[at + by];
}
