// A mail server of the test's own, on a port of this machine, and what arrived in it.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** `header` is decoded; of several of one name the first. */
export type ArrivedMail = {
  to: string[];
  from: string;
  raw: string;
  header(name: string): string | undefined;
  /** The part of this type, decoded: text/plain, text/html, image/jpeg. */
  part(type: string): Buffer | undefined;
};

export type Mailbox = {
  port: number;
  /** For SMTP_URL. */
  url: string;
  mails: ArrivedMail[];
  /** The next one for this address, once it has come; `about`: whose subject begins so. */
  waitFor(address: string, about?: string): Promise<ArrivedMail>;
  close(): Promise<void>;
};

export type MailboxOptions = {
  /** What is answered to RCPT; null accepts. */
  refuse?: (address: string) => { code: number; text: string } | null;
  /** What is answered after the message; null accepts. */
  refuseContent?: () => { code: number; text: string } | null;
  login?: { user: string; password: string };
  /** Before the message is acknowledged. */
  pauseMs?: () => number;
};

const waitMs = 30_000;

function decodeBody(body: string, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64');
  if (!/quoted-printable/i.test(encoding)) return Buffer.from(body, 'latin1');
  const joined = body.replace(/=\r\n/g, '');
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_sign, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

/** RFC 2047, as far as mail programs write it. */
function decodeHeader(text: string): string {
  return text.replace(/\?=\s+=\?/g, '?==?').replace(/(?:=\?utf-8\?[qb]\?[^?]*\?=)+/gi, (run) => {
    const bytes = [...run.matchAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi)].map(([, kind = '', body = '']) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(body, 'base64')
        : decodeBody(body.replaceAll('_', ' '), 'quoted-printable'),
    );
    return Buffer.concat(bytes).toString('utf8');
  });
}

function headersOf(head: string): [name: string, value: string][] {
  return head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .flatMap((line) => {
      const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
      return name ? [[name.toLowerCase(), value] as [string, string]] : [];
    });
}

function split(text: string): { head: string; body: string } {
  const at = text.indexOf('\r\n\r\n');
  return at < 0 ? { head: text, body: '' } : { head: text.slice(0, at), body: text.slice(at + 4) };
}

function findPart(text: string, type: string): Buffer | undefined {
  const { head, body } = split(text);
  const headers = new Map(headersOf(head).reverse());
  const is = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/.exec(is)?.[1];
  if (!boundary)
    return is.startsWith(type) ? decodeBody(body, headers.get('content-transfer-encoding') ?? '') : undefined;
  for (const piece of body.split(`--${boundary}`).slice(1)) {
    const found = findPart(piece.replace(/^\r\n/, ''), type);
    if (found) return found;
  }
  return undefined;
}

function toMail(raw: string, envelope: { from: string; to: string[] }): ArrivedMail {
  const headers = headersOf(split(raw).head);
  return {
    ...envelope,
    raw,
    header(name) {
      const found = headers.find(([each]) => each === name.toLowerCase());
      return found && decodeHeader(found[1]);
    },
    part: (type) => findPart(raw, type),
  };
}

function problem({ code, text }: { code: number; text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

function serverOptions(options: MailboxOptions, mails: ArrivedMail[]): SMTPServerOptions {
  const { refuse, refuseContent, login, pauseMs } = options;
  return {
    disabledCommands: login ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    allowInsecureAuth: true,
    authOptional: !login,
    closeTimeout: 100,
    onAuth(given, _session, done) {
      const fits = given.username === login?.user && given.password === login?.password;
      done(fits ? null : problem({ code: 535, text: 'Authentication failed' }), { user: given.username });
    },
    onRcptTo({ address }, _session, done) {
      const refusal = refuse?.(address);
      done(refusal ? problem(refusal) : null);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const refusal = refuseContent?.();
        if (refusal) return done(problem(refusal));
        const raw = Buffer.concat(chunks).toString('latin1');
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push(toMail(raw, { from: envelope.mailFrom ? envelope.mailFrom.address : '', to }));
        if (pauseMs) await delay(pauseMs());
        done();
      });
    },
  };
}

/** A real one, that takes everything where the options say nothing else. */
export async function startMailbox(options: MailboxOptions = {}): Promise<Mailbox> {
  const mails: ArrivedMail[] = [];
  const server = new SMTPServer(serverOptions(options, mails));
  // Connections that are broken off, which some tests do.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const read = new Set<ArrivedMail>();
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async waitFor(address, about = '') {
      const fits = (mail: ArrivedMail) => mail.to.includes(address) && (mail.header('subject') ?? '').startsWith(about);
      for (const until = Date.now() + waitMs; Date.now() < until; await delay(20)) {
        const mail = mails.find((each) => fits(each) && !read.has(each));
        if (!mail) continue;
        read.add(mail);
        return mail;
      }
      throw new Error(`No mail came for ${address}; there are ${mails.map(({ to }) => to).join(', ') || 'none'}.`);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Something at a port that is no mail server: it says this to whoever comes, or nothing. */
export async function startStranger(greeting: string | null): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (greeting !== null) socket.write(greeting);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
