// The progress timeline: sessions by the year of their capture date.

export type Year<S> = { year: string; sessions: S[] };

/** Groups what comes sorted by capture date into years, in the order in which they come. */
export function groupByYear<S extends { captureDate: string }>(sessions: readonly S[]): Year<S>[] {
  const years: Year<S>[] = [];
  for (const session of sessions) {
    const year = session.captureDate.slice(0, 4);
    const last = years.at(-1);
    if (last?.year === year) last.sessions.push(session);
    else years.push({ year, sessions: [session] });
  }
  return years;
}
