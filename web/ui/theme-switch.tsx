// System, light or dark, remembered on this device.
import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { readTheme, setTheme } from '#web/lib/theme.ts';
import { Segmented } from './segmented.tsx';

const options = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

export function ThemeSwitch({ iconsOnly }: { iconsOnly?: boolean | undefined }) {
  const [theme, choose] = useState(readTheme);
  return (
    <Segmented
      label="Appearance"
      value={theme}
      options={options}
      iconsOnly={iconsOnly}
      onChange={(next) => {
        setTheme(next);
        choose(next);
      }}
    />
  );
}
