// How one came to where one is: by Back or Forward, or by a link.

let byHistory = false;

/** Called at the start: whoever listens first hears first, and the pages that ask are drawn while the others are told. */
export function trackNavigationType(): void {
  addEventListener('popstate', () => {
    byHistory = true;
  });
  // The router's own words for a link that was followed.
  addEventListener('pushState', () => {
    byHistory = false;
  });
}

export function isHistoryNavigation(): boolean {
  return byHistory;
}
