// The address of a session on the review desk.
export function deskPath(sessionId: number): string {
  return `/approvals/${sessionId}`;
}
