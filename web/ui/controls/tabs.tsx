// One of several panels; the caller says which, so that it can live in the address.
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useId,
  useRef,
} from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { useSelectedInSight } from '#web/lib/page/use-selected-in-sight.ts';

export type Tab = { value: string; label: string; count?: number | undefined };

type TabsProps = {
  /** What the tabs choose between, for screen readers. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  tabs: readonly Tab[];
  className?: string | undefined;
  /** Of the row of tabs alone, such as room for a button beside it. */
  listClassName?: string | undefined;
  children: ReactNode;
};

const TabsContext = createContext({ value: '', id: '' });

/**
 * The tabs of the ARIA practices: one stop of the Tab key, arrows, Home and End choose. By hand, because Radix's add 9 KiB to pages
 * that open first. They stand in one line, which scrolls sideways where it is longer than the page.
 */
export function Tabs({ label, value, onValueChange, tabs, className, listClassName, children }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useSelectedInSight(list, '[aria-selected="true"]', value);
  useFocusedInSight(list, value);
  function step(event: KeyboardEvent) {
    const to = stepped(event.key, { at: tabs.findIndex((tab) => tab.value === value), of: tabs.length });
    const tab = to === undefined ? undefined : tabs[to];
    if (!tab) return;
    event.preventDefault();
    onValueChange(tab.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(tab)]?.focus();
  }
  return (
    <div className={classNames('min-w-0', className)}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={classNames('row-aside gap-x-1 shadow-[inset_0_-1px_0_var(--line)]', listClassName)}
      >
        {tabs.map(({ value: tab, label: text, count }) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-tab-${tab}`}
            aria-selected={tab === value}
            aria-controls={tab === value ? `${id}-panel-${tab}` : undefined}
            tabIndex={tab === value ? 0 : -1}
            onClick={() => onValueChange(tab)}
            onKeyDown={step}
            className="touch-target inline-flex h-10 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-3 font-medium max-[26rem]:px-2 max-[26rem]:text-sm text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-accent-ink aria-selected:text-ink"
          >
            {text}
            {count !== undefined && <span className="font-normal text-muted tabular-nums">{formatNumber(count)}</span>}
          </button>
        ))}
      </div>
      <TabsContext value={{ value, id }}>{children}</TabsContext>
    </div>
  );
}

/** Another panel may bring something above the tabs, or leave the page shorter: the tab that was just chosen stays in view. */
function useFocusedInSight(list: RefObject<HTMLElement | null>, selected: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another panel that moves them.
  useEffect(() => {
    const focused = document.activeElement;
    if (focused && list.current?.contains(focused)) focused.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [list, selected]);
}

/** Which tab a key leads to, round the ends; undefined for a key that leads nowhere. */
export function stepped(key: string, { at, of }: { at: number; of: number }): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % of;
  if (key === 'ArrowLeft') return (at - 1 + of) % of;
  if (key === 'Home') return 0;
  return key === 'End' ? of - 1 : undefined;
}

/** Only the chosen panel is there at all. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  const chosen = use(TabsContext);
  if (chosen.value !== value) return null;
  return (
    <div
      role="tabpanel"
      id={`${chosen.id}-panel-${value}`}
      aria-labelledby={`${chosen.id}-tab-${value}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without anything to focus must be reachable (ARIA practices).
      tabIndex={0}
      className="pt-4 focus-visible:outline-offset-4"
    >
      {children}
    </div>
  );
}
