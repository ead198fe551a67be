// Dialogs that are fetched when they are first opened, so that pages arrive without them.
import { type ComponentType, useCallback } from 'react';
import { toast } from './toast.ts';
import { useDynamicImport } from './use-dynamic-import.ts';

type Openable = { open: boolean; onOpenChange: (open: boolean) => void };

/** `lazyDialog(() => import('./edit-dialog.tsx').then((m) => m.EditDialog))`: the same props, plus `preload()` for a hover. */
export function lazyDialog<Props extends Openable>(load: () => Promise<ComponentType<Props>>) {
  function LazyDialog(props: Props) {
    const { open, onOpenChange } = props;
    const onFailed = useCallback(() => {
      onOpenChange(false);
      showLoadError();
    }, [onOpenChange]);
    const Dialog = useDynamicImport({ load, wanted: open, onFailed });
    return Dialog ? <Dialog {...props} /> : null;
  }
  LazyDialog.preload = () => {
    load().catch(() => undefined);
  };
  return LazyDialog;
}

export function showLoadError(): void {
  toast({
    title: 'This part could not be loaded',
    description: 'Check your connection and try again.',
    variant: 'destructive',
  });
}
