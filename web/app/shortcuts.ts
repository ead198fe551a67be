// The keyboard map of the whole application.
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { isTyping } from '#web/lib/is-typing.ts';

/** What the dialog lists; pages with keys of their own say so themselves. */
export const keyMap = [
  { keys: ['/'], or: ['Ctrl', 'K'], does: 'Search projects, sites and sessions' },
  { keys: ['g', 'd'], does: 'Go to the dashboard' },
  { keys: ['g', 'p'], does: 'Go to the projects' },
  { keys: ['g', 's'], does: 'Go to the sessions' },
  { keys: ['j'], or: ['k'], does: 'Next or previous item of a list' },
  { keys: ['a'], or: ['r'], does: 'Approve or reject in the review queue' },
  { keys: ['←'], or: ['→'], does: 'Previous or next picture in a viewer' },
  { keys: ['F8'], does: 'Go to the message in the corner' },
  { keys: ['?'], does: 'Show this list' },
] as const satisfies { keys: string[]; or?: string[]; does: string }[];

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
      const dialog = document.querySelector('[role="dialog"]') !== null;
      const action = shortcutOf({ key: event.key, ctrl, typing: isTyping(event.target), dialog }, afterG);
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
