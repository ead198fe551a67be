// The settings of mail: which server takes it, and whom it is from.
import { isIP } from 'node:net';
import { InvalidSetting } from './read-setting.ts';

/** `secure`: encrypted from the first byte; otherwise as soon as the server offers it. `login` null: the server takes mail from us without one. */
export type SmtpServer = {
  host: string;
  port: number;
  secure: boolean;
  /** The server must encrypt before it hears the password; only one of this machine need not. */
  requireTls: boolean;
  login: { user: string; password: string } | null;
};

/** `name` null: the company's, as it is called when the mail goes. */
export type MailAddress = { name: string | null; address: string };

const ports = { 'smtp:': 587, 'smtps:': 465 } as const;
const form = 'smtps://user:password@mail.example.org';

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new InvalidSetting(
      'SMTP_URL has a user or password that cannot be read: write % as %25, @ as %40 and / as %2F.',
    );
  }
}

function isHere(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function parse(text: string): { url: URL; defaultPort: number } {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !(url.protocol in ports) || url.hostname === '')
    throw new InvalidSetting(
      `SMTP_URL cannot be read, but must be an address such as ${form} (or smtp://, which encrypts later).`,
    );
  if ((url.pathname !== '' && url.pathname !== '/') || url.search !== '' || url.hash !== '')
    throw new InvalidSetting(`SMTP_URL has something after the host, but must be an address such as ${form}.`);
  return { url, defaultPort: ports[url.protocol as keyof typeof ports] };
}

/** What is wrong is said without what was set, which may hold a password. @throws InvalidSetting */
export function readSmtpServer(text: string | null): SmtpServer | null {
  if (text === null) return null;
  const { url, defaultPort } = parse(text);
  const [user, password] = [decode(url.username), decode(url.password)];
  if ((user === '') !== (password === ''))
    throw new InvalidSetting(`SMTP_URL has a user or a password, but must have both or none, as in ${form}.`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: url.port === '' ? defaultPort : Number(url.port),
    secure: url.protocol === 'smtps:',
    requireTls: user !== '' && !isHere(host),
    login: user === '' ? null : { user, password },
  };
}

const address = /^[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\]+$/;

/** `Topout <progress@example.org>`, or the address alone. @throws InvalidSetting */
export function readMailAddress(text: string | null, otherwise: string): MailAddress {
  if (text === null) return { name: null, address: otherwise };
  const [, given = '', inside = ''] = /^(.*?)<([^<>]+)>$/.exec(text) ?? ['', '', text];
  const found = { name: given.trim().replace(/^"(.*)"$/, '$1') || null, address: inside.trim() };
  if (address.test(found.address) && !/[\p{Cc}<>]/u.test(found.name ?? '')) return found;
  throw new InvalidSetting(`MAIL_FROM is '${text}', but must be an address such as Topout <progress@example.org>.`);
}
