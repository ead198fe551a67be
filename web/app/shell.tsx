// The application shell (behaviour §10.2): sidebar, top bar, bottom bar on small screens, and the page between them.
import { type ReactNode, useCallback, useRef } from 'react';
import { useDeviceChoice } from '#web/lib/device-choices.ts';
import { lazyComponent } from '#web/lib/lazy-component.tsx';
import { useAfterPaint } from '#web/lib/use-after-paint.ts';
import { MobileBar } from './mobile-bar.tsx';
import type { SearchHandle } from './search.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

/** Nobody presses a key for what is not drawn. */
const keyboard = lazyComponent(() => import('./keyboard.tsx').then((module) => module.Keyboard));
const sidebarId = 'sidebar';

export function Shell({ children }: { children: ReactNode }) {
  const [folding, fold] = useDeviceChoice('sidebar');
  const folded = folding === 'folded';
  const search = useRef<SearchHandle>(null);
  const onFold = () => fold(folded ? null : 'folded');
  const onSearch = useCallback(() => search.current?.open(), []);
  const Keyboard = keyboard.useWhen(useAfterPaint(), () => undefined);
  return (
    <div className="flex min-h-dvh">
      <Sidebar id={sidebarId} folded={folded} />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar sidebar={{ id: sidebarId, folded, onFold }} search={search} />
        {children}
        <MobileBar />
      </div>
      {Keyboard && <Keyboard onSearch={onSearch} />}
    </div>
  );
}
