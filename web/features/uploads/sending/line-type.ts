// Which line the browser says it has, where it says so: Chrome on phones does, most desktops and all of Apple's do not.

type Told = Navigator & { connection?: EventTarget & { type?: string } };

/** 'wifi', 'ethernet', 'cellular' and others; null where it is not told. */
export function lineType(): string | null {
  return (navigator as Told).connection?.type ?? null;
}

export function onLineChange(listener: () => void): void {
  (navigator as Told).connection?.addEventListener('change', listener);
}
