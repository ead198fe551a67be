// The data saver of this device: a checkbox with what it means, or beside the theme a button.
import { Leaf } from 'lucide-react';
import { chooseDataSaver, useSavesData } from '#web/lib/device/data-saver.ts';
import { IconButton } from './button.tsx';
import { Checkbox } from './checkbox.tsx';

export function DataSaverSwitch({ hint }: { hint?: string }) {
  const isSaving = useSavesData();
  const label = 'Save data';
  if (!hint)
    return <IconButton label={label} icon={Leaf} pressed={isSaving} onClick={() => chooseDataSaver(!isSaving)} />;
  return (
    <Checkbox label={label} hint={hint} checked={isSaving} onChange={({ target }) => chooseDataSaver(target.checked)} />
  );
}
