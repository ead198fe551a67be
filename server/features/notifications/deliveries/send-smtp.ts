// Hands one message to the mail server, on a connection of its own that ends with it.
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from '#server/config/mail.ts';

type Party = { name: string; address: string };

export type Message = {
  from: Party;
  to: Party;
  messageId: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

/** The server will never take this: the address itself (`bounced`), or the message. */
export class MailRefused extends Error {
  readonly bounced: boolean;
  constructor(message: string, { bounced }: { bounced: boolean }) {
    super(message);
    this.bounced = bounced;
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; command?: string };

const connectMs = 20_000;
const silenceMs = 45_000;

/** Not about the address, but about our permission to send: somebody has to check the settings. */
const isPolicy = /relay|authenticat|not permitted|5\.7\.\d/i;

/** What a 5xx means: after RCPT the address, after DATA the message; before, it is our login or sender, which an operator mends. */
function toMailFailure(error: SmtpError): Error {
  const { responseCode = 0, command = '', message } = error;
  const isFinal = responseCode >= 500 && responseCode < 600;
  if (command === 'RCPT TO' && isFinal && responseCode !== 530 && !isPolicy.test(message))
    return new MailRefused(message, { bounced: true });
  if (command === 'DATA' && isFinal) return new MailRefused(message, { bounced: false });
  if (command === 'API' && error.code === 'EENVELOPE') return new MailRefused(message, { bounced: true });
  return error;
}

function compose(message: Message): Promise<Buffer> {
  return new MailComposer({
    ...message,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

type Callback = (error?: Error | null) => void;

/** What the connection says by callback, or by an error before that. */
function step(connection: SMTPConnection, begin: (done: Callback) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('error', reject);
    begin((error) => {
      connection.off('error', reject);
      if (error) reject(error);
      else resolve();
    });
  });
}

async function converse(
  connection: SMTPConnection,
  server: SmtpServer,
  { message, raw }: { message: Message; raw: Buffer },
) {
  await step(connection, (done) => connection.connect(done));
  const { login } = server;
  if (login) await step(connection, (done) => connection.login({ user: login.user, pass: login.password }, done));
  const envelope = { from: message.from.address, to: [message.to.address] };
  await step(connection, (done) => connection.send(envelope, raw, (error) => done(error)));
}

/** Resolves when the server has accepted the message. @throws MailRefused for what it never will; anything else may go better later. */
export async function sendSmtp(server: SmtpServer, message: Message, signal: AbortSignal): Promise<void> {
  const raw = await compose(message);
  signal.throwIfAborted();
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: server.requireTls,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    name: message.messageId.split('@')[1],
  });
  // Later ones, when the answer is known already.
  connection.on('error', () => undefined);
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The mail server took too long.')), { once: true });
  });
  try {
    await Promise.race([converse(connection, server, { message, raw }), aborted]);
    connection.quit();
  } catch (error) {
    connection.close();
    throw toMailFailure(error as SmtpError);
  }
}
