// A start or an operator's command that cannot go on, with the sentence that says why and what to do.

/** Its message is for the person at the terminal: print it alone, without a stack, and leave with status 1. */
export class StartupError extends Error {
  override name = 'Refusal';
}
