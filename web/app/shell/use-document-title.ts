// After each navigation: the title of the document, and the focus on the page's heading, which screen readers read out.
import { type RefObject, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useSiteConfig } from '#web/lib/device/site-config.ts';
import { hasNavigated } from '#web/lib/routing/scroll-restoration.ts';

/** `title` stands until there is a heading; then it follows that whenever it changes, as when a project's name has arrived. */
export function useDocumentTitle(main: RefObject<HTMLElement | null>, title: string | undefined): void {
  const [path] = useLocation();
  const brand = useSiteConfig().brand.name;
  useEffect(() => followHeading(main, brand), [main, brand]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what this answers to.
  useEffect(() => {
    document.title = titleOf(heading(main), brand, title);
    return moveFocus(main);
  }, [main, path]);
}

function heading(main: RefObject<HTMLElement | null>): HTMLElement | null {
  return main.current?.querySelector('h1') ?? null;
}

function titleOf(h1: HTMLElement | null, brand: string, fallback?: string): string {
  const title = h1?.textContent?.trim() || fallback;
  return title ? `${title} · ${brand}` : brand;
}

function followHeading(main: RefObject<HTMLElement | null>, brand: string) {
  if (!main.current) return;
  const observer = new MutationObserver(() => {
    const title = titleOf(heading(main), brand);
    if (heading(main) && document.title !== title) document.title = title;
  });
  observer.observe(main.current, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

/** How long a page may take to show its heading; later the person is busy with something else. */
const headingTimeout = 5000;

/** The first page leaves the focus where the browser puts it; an open dialog keeps it. */
function moveFocus(main: RefObject<HTMLElement | null>) {
  if (!hasNavigated() || !main.current) return;
  let focused: HTMLElement | undefined;
  // The heading of a page on its way goes with it, and the focus with both.
  const follow = () => {
    const h1 = heading(main);
    const { activeElement } = document;
    if (!h1 || activeElement?.closest('[role="dialog"]')) return;
    if (focused && (focused.isConnected || activeElement !== document.body)) return;
    focused = h1;
    h1.tabIndex = -1;
    h1.style.outline = 'none';
    h1.focus({ preventScroll: true });
  };
  follow();
  const observer = new MutationObserver(follow);
  observer.observe(main.current, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), headingTimeout);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}
