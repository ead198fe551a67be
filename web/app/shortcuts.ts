// The keyboard map of the whole application.
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { isLayerOpen, isTyping } from '#web/lib/is-typing.ts';
import { isSwitchedOff } from '#web/lib/letter-keys.ts';

const places: Record<string, string> = { d: '/dashboard', p: '/projects', s: '/sessions' };

export type Key = { key: string; ctrl: boolean; typing: boolean; dialog: boolean };
export type ShortcutAction = 'search' | 'help' | 'wait' | { go: string } | undefined;

/**
 * What a key asks for. `afterG`: a g came just before. Ctrl-K searches even while somebody types, single letters do not; an open
 * dialog has all keys to itself.
 */
export function shortcutOf({ key, ctrl, typing, dialog }: Key, afterG: boolean): ShortcutAction {
  if (dialog) return undefined;
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
      const ctrl = event.ctrlKey || event.metaKey;
      const afterG = event.timeStamp - gAt < sequenceTimeout;
      const dialog = isLayerOpen();
      const action = shortcutOf(
        { key: event.key, ctrl, typing: isTyping(event.target) || isSwitchedOff(event.key), dialog },
        afterG,
      );
      gAt = action === 'wait' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (action === undefined || action === 'wait') return;
      event.preventDefault();
      perform(action, { onSearch, onHelp });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onSearch, onHelp]);
}

function perform(action: Exclude<ShortcutAction, 'wait' | undefined>, { onSearch, onHelp }: Does): void {
  if (action === 'search') onSearch();
  else if (action === 'help') onHelp();
  else navigate(action.go);
}
