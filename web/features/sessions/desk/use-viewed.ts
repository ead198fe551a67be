// Which tab and which picture of the open session one looks at; none of it outlives the session.
import { useRef, useState } from 'react';
import { fieldOfKind, type MediaKind, sessionMedia } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { firstTab, itemBeside, picturesOf, stepsOf } from './pictures.ts';

export function useViewed(session: Session) {
  const [kind, setKind] = useState(() => firstTab(session));
  const [open, setOpen] = useState<string | null>(null);
  const [chosen, choose] = useState<string | null>(null);
  const [compares, setCompares] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const input = { params: { id: session.id, kind } };
  const { data } = useApiQuery(sessionMedia, input, { enabled: session[fieldOfKind[kind]] !== null });
  const pictures = picturesOf(data, kind);
  const steps = stepsOf(pictures, data);
  const isPhoto = (id: string | null) => pictures.photos.some((photo) => photo.id === id);
  const at = steps.find(({ id }) => id === open) ?? steps.find(({ id }) => id === chosen) ?? steps[0];
  function onChoose(id: string) {
    setOpen(null);
    choose(id);
  }
  return {
    ...{ kind, open, compares, setCompares, box, onChoose },
    /** The large photo, or the panorama that was opened. */
    shown: [...pictures.photos, ...pictures.panoramas].find((picture) => picture === at),
    chosen,
    onKindChange(next: MediaKind) {
      setKind(next);
      setOpen(null);
      choose(null);
      setCompares(false);
    },
    /** The lightbox leads through the photos too: where it was closed one goes on. */
    onOpen(id: string | null) {
      setOpen(id);
      if (isPhoto(id)) choose(id);
    },
    /** Films, panoramas and maps are chosen by opening them. */
    step(by: 1 | -1): boolean {
      const next = itemBeside(steps, at?.id ?? null, by);
      if (!next) return false;
      if (isPhoto(next.id)) onChoose(next.id);
      else setOpen(next.id);
      requestAnimationFrame(() => bringIntoView(box.current, isPhoto(next.id)));
      return true;
    },
  };
}

/** A tab with photos has its panoramas in a section of their own. */
function bringIntoView(box: HTMLElement | null, isPhoto: boolean): void {
  const shown = box?.querySelector(isPhoto ? '[data-photo="chosen"]' : 'section[aria-label="360 pictures"]');
  shown?.scrollIntoView({ block: 'nearest' });
}
