// The classes of a toast.
import { classNames } from '#web/lib/format/class-names.ts';
import type { ToastText } from '#web/lib/page/toast.ts';

export function toastVariants(variant: ToastText['variant']) {
  const destructive = variant === 'destructive';
  return {
    viewport:
      // Where the bar is, at the top; else beside the sidebar, whose foot leads out, and left of the buttons of dialogs.
      'pointer-events-none fixed top-[env(safe-area-inset-top)] left-0 z-60 flex w-full flex-col p-2 outline-none sm:max-w-[26rem] md:top-auto md:bottom-0 md:left-16 md:p-4 lg:left-64 data-strip:inset-x-0 data-strip:top-0 data-strip:bottom-auto data-strip:max-w-none data-strip:p-0',
    box: classNames(
      'pointer-events-auto flex items-start gap-3 rounded-card p-4 shadow-raised group-data-strip/toast:rounded-none group-data-strip/toast:pt-[max(0.5rem,env(safe-area-inset-top))] group-data-strip/toast:pb-2',
      destructive ? 'bg-danger text-white' : 'bg-raised text-ink',
    ),
    description: classNames('mt-0.5 group-data-strip/toast:mt-0', destructive ? 'text-white' : 'text-muted'),
    close: classNames(
      'touch-target -mt-1 -mr-1 grid size-7 place-items-center rounded-control pointer-coarse:-mt-3 pointer-coarse:-mr-3',
      destructive ? 'text-white hover:bg-danger-hover' : 'text-muted hover:bg-sunken hover:text-ink',
    ),
  };
}
