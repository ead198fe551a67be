// The application shell (behaviour §10.2): sidebar, top bar, bottom bar on small screens, and the page between them.
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { readLocalStorage, writeLocalStorage } from '#web/lib/local-storage.ts';
import { MobileBar } from './mobile-bar.tsx';
import type { SearchHandle } from './search.tsx';
import { useShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog');
const sidebarId = 'sidebar';
const folding = 'sidebar-folded';

export function Shell({ children }: { children: ReactNode }) {
  const [folded, setFolded] = useState(() => readLocalStorage(folding) === 'yes');
  const [showsKeys, setShowsKeys] = useState(false);
  const search = useRef<SearchHandle>(null);
  const onFold = () => {
    writeLocalStorage(folding, folded ? null : 'yes');
    setFolded(!folded);
  };
  useShortcuts({
    onSearch: useCallback(() => search.current?.open(), []),
    onHelp: useCallback(() => setShowsKeys(true), []),
  });
  return (
    <div className="flex min-h-dvh">
      <Sidebar id={sidebarId} folded={folded} />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar sidebar={{ id: sidebarId, folded, onFold }} search={search} />
        {children}
        <MobileBar />
      </div>
      <ShortcutsDialog open={showsKeys} onOpenChange={setShowsKeys} />
    </div>
  );
}
