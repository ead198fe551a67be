// One of several panels; which one is the caller's to say, so that it can live in the address.
import type { LucideIcon } from 'lucide-react';
import * as Radix from 'radix-ui/tabs';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { formatNumber } from '#web/lib/format.ts';

export type Tab = { value: string; label: string; icon?: LucideIcon | undefined; count?: number | undefined };

type TabsProps = {
  /** What the tabs choose between, for screen readers. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  tabs: readonly Tab[];
  className?: string | undefined;
  children: ReactNode;
};

export function Tabs({ label, value, onValueChange, tabs, className, children }: TabsProps) {
  const list = useShown(value);
  return (
    <Radix.Root value={value} onValueChange={onValueChange} className={classNames('min-w-0', className)}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="flex gap-1 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)] [scrollbar-width:none]"
      >
        {tabs.map(({ value: tab, label: words, icon: Icon, count }) => (
          <Radix.Trigger
            key={tab}
            value={tab}
            className="touch-target inline-flex h-10 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent-ink data-[state=active]:text-ink"
          >
            {Icon && <Icon aria-hidden="true" className="size-4" />}
            {words}
            {count !== undefined && <span className="text-muted tabular-nums">{formatNumber(count)}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

/** On narrow screens the row scrolls: the chosen tab is brought into it, also when a link chose it. */
function useShown(value: string) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>(`[role="tab"][id$="${CSS.escape(value)}"]`);
    if (!row || !tab) return;
    const [start, end] = [tab.offsetLeft - row.offsetLeft, tab.offsetLeft - row.offsetLeft + tab.offsetWidth];
    if (start < row.scrollLeft) row.scrollLeft = start;
    else if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth;
  }, [value]);
  return list;
}

export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return (
    <Radix.Content value={value} className={classNames('pt-4', className)}>
      {children}
    </Radix.Content>
  );
}
