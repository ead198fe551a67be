// How long an answer is waited for: one rule for pages, calls, pictures and the live channel (behaviour §27.5).
// The build writes the numbers into the service worker, which imports nothing (scripts/build/worker-files.mjs).

/** After so much silence what is kept here is shown; the answer takes its place when it comes. */
export const silentMs = 3_000;

/** After so long a form lets go of what it sent: that is kept here, and goes on from there. */
export const formMs = 8_000;

/** After so long a picture on which nothing came says so in its place. */
export const pictureMs = 8_000;

/** What has said nothing for so long is given up. The slowest answer of the server, a folder that its host holds back, takes less. */
export const deadMs = 45_000;
