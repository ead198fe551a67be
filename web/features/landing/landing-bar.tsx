// The bar that stays at the top of the landing page; on small screens its links fold into a menu that needs no script.
import { Menu, X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { buttonVariants } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Logo } from '#web/ui/display/logo.tsx';

const anchors = [
  ['#home', 'Home'],
  ['#features', 'Features'],
  ['#how-it-works', 'How It Works'],
  ['#contact', 'Contact'],
] as const;

export function LandingBar({ name }: { name: string }) {
  return (
    <header className="sticky top-(--toast-room) z-30 low:static border-line border-b bg-surface/90 backdrop-blur">
      <a
        href="#main"
        className="absolute top-2 left-2 z-60 not-focus:sr-only rounded-control bg-accent px-4 py-2 font-medium text-white"
      >
        Skip to content
      </a>
      <div className="page flex h-16 items-center gap-3">
        <a href="#home" className="touch-target mr-auto flex min-w-0 items-center rounded-control">
          <Logo name={name} />
        </a>
        <nav aria-label="On this page" className="hidden md:block">
          <ul className="flex items-center gap-1 lg:mr-3">
            {anchors.map(([href, label]) => (
              <li key={href}>
                <a
                  href={href}
                  className="touch-target inline-flex h-9 items-center rounded-control px-3 font-medium text-muted hover:bg-sunken hover:text-ink"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <LinkButton href="/login" reload variant="primary">
          Client Login
        </LinkButton>
        <PhoneMenu />
      </div>
    </header>
  );
}

/** It closes when a link was chosen, when the focus leaves, and by Escape. */
function PhoneMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute('open');
  function onBlur(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    close();
    menu.current?.querySelector('summary')?.focus();
  }
  return (
    <details ref={menu} onBlur={onBlur} onKeyDown={onKeyDown} className="group md:hidden">
      <summary
        aria-label="Menu"
        className={`${buttonVariants({ variant: 'ghost', square: true })} list-none [&::-webkit-details-marker]:hidden`}
      >
        <Menu aria-hidden="true" className="size-5 group-open:hidden" />
        <X aria-hidden="true" className="hidden size-5 group-open:block" />
      </summary>
      <nav
        aria-label="On this page"
        className="absolute inset-x-0 top-full border-line border-b bg-surface px-4 py-2 shadow-raised"
      >
        <ul>
          {anchors.map(([href, label]) => (
            <li key={href}>
              <a href={href} onClick={close} className="flex h-12 items-center rounded-control font-medium text-lg">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
