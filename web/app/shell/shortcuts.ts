// The keyboard map of the whole application.
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { isLayerOpen, isSwitchedOff, isTyping } from '#web/lib/page/letter-keys.ts';

const places: Record<string, string> = { d: '/dashboard', p: '/projects', s: '/sessions' };

export type Key = { key: string; ctrl: boolean; typing: boolean };
export type ShortcutAction = 'search' | 'help' | 'wait' | { go: string } | undefined;

/** What a key asks for. `afterG`: a g came just before. Ctrl-K searches even while somebody types, single letters do not. */
export function shortcutOf({ key, ctrl, typing }: Key, afterG: boolean): ShortcutAction {
  if (ctrl) return key.toLowerCase() === 'k' ? 'search' : undefined;
  if (typing) return undefined;
  const place = places[key];
  if (afterG && place) return { go: place };
  return { '/': 'search', '?': 'help', g: 'wait' }[key] as ShortcutAction;
}

/** Long enough for slow fingers. */
const sequenceTimeout = 1500;

type Does = { onSearch: () => void; onHelp: () => void };

export function useShortcuts({ onSearch, onHelp }: Does): void {
  useEffect(() => {
    let gAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      const action = askedBy(event, event.timeStamp - gAt < sequenceTimeout);
      gAt = action === 'wait' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (action === undefined || action === 'wait') return;
      event.preventDefault();
      perform(action, { onSearch, onHelp });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onSearch, onHelp]);
}

function askedBy(event: KeyboardEvent, afterG: boolean): ShortcutAction {
  const typing = isTyping(event.target) || isSwitchedOff(event.key);
  const action = shortcutOf({ key: event.key, ctrl: event.ctrlKey || event.metaKey, typing }, afterG);
  // What is open over the page has all keys to itself. It is looked for in the whole page, and so not at every letter.
  return action && !isLayerOpen() ? action : undefined;
}

function perform(action: Exclude<ShortcutAction, 'wait' | undefined>, { onSearch, onHelp }: Does): void {
  if (action === 'search') onSearch();
  else if (action === 'help') onHelp();
  else navigate(action.go);
}
