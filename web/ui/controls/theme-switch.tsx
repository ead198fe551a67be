// System, light or dark, remembered on this device.
import { Monitor, Moon, Sun } from 'lucide-react';
import { applyTheme, useDeviceChoice } from '#web/lib/device/device-choices.ts';
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
