// What attends to every page, once the first is drawn: to pointer and focus, to printing, and to what is uploaded meanwhile.
import { useEffect } from 'react';
import { useHeldUploads } from '#web/features/uploads/sending/use-held-uploads.ts';
import { lazyComponent } from '#web/lib/page/lazy-component.tsx';
import { loadForPrint } from '#web/lib/page/load-for-print.ts';
import { TooltipLayer } from '#web/ui/overlays/tooltip.tsx';
import { useKeepFocus } from './use-keep-focus.ts';

const uploadBar = lazyComponent(() => import('#web/features/uploads/upload-bar.tsx'), 'UploadBar');

export function PageEffects() {
  useKeepFocus();
  useEffect(loadForPrint, []);
  const uploads = useHeldUploads();
  const UploadBar = uploadBar.useInTheEnd(uploads !== null);
  return (
    <>
      <TooltipLayer />
      {uploads && UploadBar && <UploadBar uploads={uploads} />}
    </>
  );
}
