// System, light or dark, remembered on this device.
import { Leaf, Monitor, Moon, Sun } from 'lucide-react';
import { chooseDataSaver, useSavesData } from '#web/lib/device/data-saver.ts';
import { applyTheme, useDeviceChoice } from '#web/lib/device/device-choices.ts';
import { IconButton } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { Segmented } from './segmented.tsx';

const options = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

export function ThemeSwitch({ iconsOnly }: { iconsOnly?: boolean | undefined }) {
  const [theme, choose] = useDeviceChoice('theme');
  return (
    <Segmented
      label="Appearance"
      value={theme ?? 'system'}
      options={options}
      iconsOnly={iconsOnly}
      onChange={(chosen) => {
        const next = chosen === 'system' ? null : chosen;
        choose(next);
        applyTheme(next);
      }}
    />
  );
}

// The data saver of this device: a checkbox with what it means, or beside the theme a button.
export function DataSaverSwitch({ hint }: { hint?: string }) {
  const isSaving = useSavesData();
  const label = 'Save data';
  if (!hint)
    return <IconButton label={label} icon={Leaf} pressed={isSaving} onClick={() => chooseDataSaver(!isSaving)} />;
  return (
    <Checkbox label={label} hint={hint} checked={isSaving} onChange={({ target }) => chooseDataSaver(target.checked)} />
  );
}
