// Where a dashboard leads on to.
import { ChevronRight, type LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import { Section } from './section.tsx';

export type QuickLink = { label: string; icon: LucideIcon; href?: string; onSelect?: () => void };

const linkClass =
  'flex w-full items-center gap-3 px-4 py-3 text-left font-medium transition-colors hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5';

export function QuickLinks({ title, links }: { title: string; links: readonly QuickLink[] }) {
  return (
    <Section title={title}>
      <ul className="divide-y divide-line">
        {links.map(({ label, icon: Icon, href, onSelect }) => {
          const content = (
            <>
              <Icon aria-hidden="true" className="size-4 text-muted" />
              <span className="flex-1">{label}</span>
              <ChevronRight aria-hidden="true" className="size-4 text-faint" />
            </>
          );
          return (
            <li key={label}>
              {href ? (
                <Link href={href} className={linkClass}>
                  {content}
                </Link>
              ) : (
                <button type="button" onClick={onSelect} className={linkClass}>
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
