// The data saver of this device: a checkbox, or beside the theme a button.
import { Leaf } from 'lucide-react';
import { chooseDataSaver, useSavesData } from '#web/lib/data-saver.ts';
import { IconButton } from './button.tsx';
import { Checkbox } from './checkbox.tsx';

export function DataSaverSwitch({ iconOnly }: { iconOnly?: boolean | undefined }) {
  const isSaving = useSavesData();
  if (iconOnly) {
    return <IconButton label="Save data" icon={Leaf} pressed={isSaving} onClick={() => chooseDataSaver(!isSaving)} />;
  }
  return (
    <Checkbox
      label="Save data"
      hint="On this device. Pictures come small; films, panoramas and maps only when you tap them"
      checked={isSaving}
      onChange={({ target }) => chooseDataSaver(target.checked)}
    />
  );
}
