// The keys of the review desk.
import { useEffect, useEffectEvent } from 'react';
import { isSwitchedOff, isTyping } from '#web/lib/page/letter-keys.ts';

export type DeskKey = {
  key: string;
  /** Something that has arrows of its own has the focus: tabs, sliders, players, viewers. */
  ownArrows: boolean;
};

export type DeskAction =
  | { do: 'session' | 'picture'; by: 1 | -1 }
  | { do: 'tab'; at: number }
  | { do: 'approve' | 'reject' | 'undo' | 'compare' | 'flag' };

const letters: Record<string, DeskAction> = {
  j: { do: 'session', by: 1 },
  k: { do: 'session', by: -1 },
  a: { do: 'approve' },
  r: { do: 'reject' },
  u: { do: 'undo' },
  c: { do: 'compare' },
  x: { do: 'flag' },
};
const arrows: Record<string, DeskAction> = {
  ArrowRight: { do: 'picture', by: 1 },
  ArrowLeft: { do: 'picture', by: -1 },
};

export function deskActionOf({ key, ownArrows }: DeskKey): DeskAction | undefined {
  if (/^[1-5]$/.test(key)) return { do: 'tab', at: Number(key) - 1 };
  return letters[key.toLowerCase()] ?? (ownArrows ? undefined : arrows[key]);
}

const withOwnArrows =
  'video, [role="slider"], [role="tab"], [role="radio"], [role="application"], [aria-roledescription], canvas';
const layers = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** An open dialog has all keys to itself; only what the lightbox shows is flagged as well. */
const isCovered = ({ do: wanted }: DeskAction) =>
  [...document.querySelectorAll(layers)].some((layer) => wanted !== 'flag' || !layer.matches('[data-lightbox]'));

/** `act` answers whether the key was of use here. Fields keep what is typed. */
export function useDeskKeys(act: (action: DeskAction) => boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, isComposing, repeat } = event;
    if (ctrlKey || metaKey || altKey || isComposing || isTyping(target) || isSwitchedOff(key)) return;
    const action = deskActionOf({
      key,
      ownArrows: target instanceof Element && target.closest(withOwnArrows) !== null,
    });
    if (!action || isCovered(action)) return;
    // A key that is held down decides once.
    if (repeat && action.do !== 'session' && action.do !== 'picture') return;
    if (!act(action)) return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    // Before the keys of a comparison, to which some of these letters mean something else.
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
}
