// The button beside a link field, and what opens below it; where nobody uploads there is neither.
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { uploadOfLink } from '#contract/uploads/endpoints.ts';
import { useSiteConfig } from '#web/lib/device/site-config.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import type { UploadPanelProps } from './upload-panel.tsx';

const UploadPanel = lazySection(() => import('./upload-panel.tsx'), 'UploadPanel', <Skeleton className="h-14" />);

/** `label`: of the field that the link goes to. */
export function UploadPart({ label, ...panel }: UploadPanelProps & { label: string }) {
  const { uploads } = useSiteConfig();
  const [isOpen, setIsOpen] = useState(uploadOfLink(panel.link) !== null);
  if (!uploads) return null;
  return (
    <div className="grid grid-cols-1 gap-2">
      <div>
        <Button size="sm" icon={Upload} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Upload<span className="sr-only"> {label}</span>
        </Button>
      </div>
      {isOpen && <UploadPanel {...panel} />}
    </div>
  );
}
