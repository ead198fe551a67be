// Passwords: hashed with argon2id, few at a time.
import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id, about 25 ms of one core. */
const SETTINGS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each takes 19 MiB and one of Node's four working threads: a flood of logins waits here and leaves the rest alone. */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** @returns the hash with its settings and salt, about 100 characters. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, SETTINGS));
}

/** False for a wrong password and for a stored text that is no hash. */
export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return inTurn(() => verify(stored, password).catch(() => false));
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // Whoever waits takes over this place; only an unclaimed one becomes free.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
