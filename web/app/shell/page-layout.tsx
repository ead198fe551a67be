// What stands around a page: the shell, or nothing but the landmark.
import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { SearchHandle } from '#web/app/search/search.tsx';
import { useDeviceChoice } from '#web/lib/device/device-choices.ts';
import { useSiteConfig } from '#web/lib/device/site-config.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { MobileBar } from './mobile-bar.tsx';
import { useShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useDocumentTitle } from './use-document-title.ts';

// The application shell (behaviour §10.2): sidebar, top bar, bottom bar on small screens, and the page between them.
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

type PageLayoutProps = {
  bare: boolean;
  /** The document's until the page shows its heading. */
  title: string | undefined;
  children: ReactNode;
};

export function PageLayout({ bare, title, children }: PageLayoutProps) {
  const main = useRef<HTMLElement>(null);
  const { brand } = useSiteConfig();
  useDocumentTitle(main, title);
  const content = (
    <main
      ref={main}
      id="main"
      tabIndex={-1}
      className="min-w-0 flex-1 pb-[calc(4rem+env(safe-area-inset-bottom))] outline-none low:pb-4 md:pb-10 print:pb-0"
    >
      <p className="page hidden font-semibold print:block">{brand.name}</p>
      <noscript>
        <p className="page py-3 text-muted">Buttons and forms on this page need JavaScript, which is switched off.</p>
      </noscript>
      {children}
    </main>
  );
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 print:hidden z-60 not-focus:sr-only rounded-control bg-accent px-4 py-2 font-medium text-white"
      >
        Skip to content
      </a>
      {bare ? content : <Shell>{content}</Shell>}
    </>
  );
}
