// The answers that a page comes with, so that it asks for nothing before it shows something.

/** What a call answered: its body, and of a list the paging headers. */
export type PreloadedResponse = { body: unknown; link?: string; total?: string };

/**
 * Answers by the addresses that they answer, all read at the same `moment`: a word for all that the server had heard of until then.
 * While the live channel names the same one, nothing has changed since. Null: the server does not hear of changes just now.
 */
export type PreloadedState = { cacheVersion: string | null; answers: Record<string, PreloadedResponse> };

/** The id of the element with this as JSON. */
export const preloadedStateElementId = 'first-view';
