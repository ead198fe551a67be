// The data saver of this device, as a button beside the theme.
import { Leaf } from 'lucide-react';
import { chooseDataSaver, useSavesData } from '#web/lib/data-saver.ts';
import { IconButton } from './button.tsx';

export function DataSaverSwitch() {
  const isSaving = useSavesData();
  return <IconButton label="Save data" icon={Leaf} pressed={isSaving} onClick={() => chooseDataSaver(!isSaving)} />;
}
