// What the browser tells of the connection; those that tell nothing count as good.

type Told = Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };

/** Whether the person asked the browser to spend less. */
export function savesData(): boolean {
  return (navigator as Told).connection?.saveData === true;
}

/** Data are dear or slow to come: nothing is fetched that may not be looked at. */
export function prefersReducedData(): boolean {
  return savesData() || /2g|3g/.test((navigator as Told).connection?.effectiveType ?? '');
}
