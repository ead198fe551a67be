// Replies that are stored under idempotency keys, as this version and the one before can both read them.

/** What the fields of replies are called, and what they were called in 0.1.0, which may have stored a reply or be asked for one. */
const formerNames = new Map([
  ['notifiedNames', 'told'],
  ['cropUrl', 'cutoutUrl'],
]);

/** Each renamed field under both names, at any depth. What is sent holds only the names of the reply's schema. */
export function underBothNames(reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.map(underBothNames);
  if (typeof reply !== 'object' || reply === null || Object.getPrototypeOf(reply) !== Object.prototype) return reply;
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(reply)) fields[name] = underBothNames(value);
  for (const [name, former] of formerNames) {
    if (name in fields) fields[former] ??= fields[name];
    else if (former in fields) fields[name] = fields[former];
  }
  return fields;
}
