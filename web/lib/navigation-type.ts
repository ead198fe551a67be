// How one came to where one is: by Back or Forward, or by a link.

let byHistory = false;

/** Call it at the start, before the router listens: listeners run in the order of subscription, and pages render between them. */
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
