// What the browser tells of the connection; those that tell nothing count as good.

type Told = Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };

/** Whether the person asked the browser to spend less. */
export function asksToSaveData(): boolean {
  return (navigator as Told).connection?.saveData === true;
}

export function isSlow(): boolean {
  return /2g|3g/.test((navigator as Told).connection?.effectiveType ?? '');
}
