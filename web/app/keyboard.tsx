// The keys of the whole application, heard once the first page is drawn.
import { useCallback, useState } from 'react';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { useShortcuts } from './shortcuts.ts';

const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog');

/** `onSearch` stays the same function. */
export function Keyboard({ onSearch }: { onSearch: () => void }) {
  const [showsKeys, setShowsKeys] = useState(false);
  useShortcuts({ onSearch, onHelp: useCallback(() => setShowsKeys(true), []) });
  return <ShortcutsDialog open={showsKeys} onOpenChange={setShowsKeys} />;
}
