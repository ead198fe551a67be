// The buttons that open 'Request a Demo Tour', wherever they stand on the landing page.
import type { LucideIcon } from 'lucide-react';
import { createContext, type MouseEvent, type ReactNode, use } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import type { ButtonVariants } from '#web/ui/controls/button-variants.ts';

type Ask = { open: () => void; preload: () => void };

export const DemoRequestContext = createContext<Ask>({ open: () => undefined, preload: () => undefined });

/** The form that a click submits while no script has come: it goes to the address in the footer. */
export const demoRequestForm = 'ask';

type AskButtonProps = ButtonVariants & { icon?: LucideIcon; className?: string; children: ReactNode };

export function DemoRequestButton(props: AskButtonProps) {
  const ask = use(DemoRequestContext);
  function open(event: MouseEvent) {
    event.preventDefault();
    ask.open();
  }
  return (
    <Button
      {...props}
      type="submit"
      form={demoRequestForm}
      aria-haspopup="dialog"
      onPointerEnter={ask.preload}
      onFocus={ask.preload}
      onClick={open}
    />
  );
}
