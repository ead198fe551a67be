// The paths of one-time links: where they lead, and what in them is the token.

/** Where a link leads; the token follows. Logs and caches keep nothing of what stands behind these. */
export const linkPaths = { invitation: '/invite', reset: '/reset' } as const;
export type AccountLinkKind = keyof typeof linkPaths;

export function linkPath(kind: AccountLinkKind, token: string): string {
  return `${linkPaths[kind]}/${token}`;
}

/** The kind and token of a path; null for any other path. */
export function parseLinkPath(path: string): { kind: AccountLinkKind; token: string } | null {
  const [, start, token] = /^(\/\w+)\/([\w-]{1,100})$/.exec(path) ?? [];
  const kind = (Object.keys(linkPaths) as AccountLinkKind[]).find((one) => linkPaths[one] === start);
  return kind && token ? { kind, token } : null;
}
