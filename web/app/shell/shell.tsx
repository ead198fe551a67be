// The application shell (behaviour §10.2): sidebar, top bar, bottom bar on small screens, and the page between them.
import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { SearchHandle } from '#web/app/search/search.tsx';
import { useDeviceChoice } from '#web/lib/device/device-choices.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { MobileBar } from './mobile-bar.tsx';
import { useShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog');
const sidebarId = 'sidebar';

export function Shell({ children }: { children: ReactNode }) {
  const [folding, fold] = useDeviceChoice('sidebar');
  const folded = folding === 'folded';
  const search = useRef<SearchHandle>(null);
  const onFold = () => fold(folded ? null : 'folded');
  const onSearch = useCallback(() => search.current?.open(), []);
  const [showsKeys, setShowsKeys] = useState(false);
  // With the page: until they are heard, the letters after a / would be keys of the page.
  useShortcuts({ onSearch, onHelp: useCallback(() => setShowsKeys(true), []) });
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
