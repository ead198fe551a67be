// After each navigation: the title of the document, the focus on the page's heading, and the top of the page.
import { type RefObject, useEffect } from 'react';
import { useLocation } from 'wouter';
import { readSiteConfig } from '#web/lib/site-config.ts';

/** `title` stands until there is a heading; then it follows that whenever it changes, as when a project's name has arrived. */
export function useDocumentTitle(main: RefObject<HTMLElement | null>, title: string | undefined): void {
  const [path] = useLocation();
  useEffect(() => followHeading(main), [main]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what this answers to.
  useEffect(() => {
    document.title = titleOf(heading(main), title);
    return moveFocus(main);
  }, [main, path]);
}

function heading(main: RefObject<HTMLElement | null>): HTMLElement | null {
  return main.current?.querySelector('h1') ?? null;
}

function titleOf(h1: HTMLElement | null, fallback?: string): string {
  const brand = readSiteConfig().brand.name;
  const title = h1?.textContent?.trim() || fallback;
  return title ? `${title} · ${brand}` : brand;
}

function followHeading(main: RefObject<HTMLElement | null>) {
  if (!main.current) return;
  const observer = new MutationObserver(() => {
    const title = titleOf(heading(main));
    if (heading(main) && document.title !== title) document.title = title;
  });
  observer.observe(main.current, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

/** How long a page may take to show its heading; later the person is busy with something else. */
const headingTimeout = 5000;
let firstPage = true;

/** The first page leaves the focus where the browser puts it. */
function moveFocus(main: RefObject<HTMLElement | null>) {
  if (firstPage) {
    firstPage = false;
    return;
  }
  if (focusHeading(main)) return;
  const observer = new MutationObserver(() => focusHeading(main) && observer.disconnect());
  if (main.current) observer.observe(main.current, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), headingTimeout);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}

/** True when nothing is left to do; an open dialog keeps the focus. */
function focusHeading(main: RefObject<HTMLElement | null>): boolean {
  const h1 = heading(main);
  if (!h1) return false;
  if (document.activeElement?.closest('[role="dialog"]')) return true;
  h1.tabIndex = -1;
  h1.style.outline = 'none';
  h1.focus({ preventScroll: true });
  return true;
}
