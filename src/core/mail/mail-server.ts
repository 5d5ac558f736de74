/**
 * The operator's mail server, by SMTP. Each mail has a connection of its own: there are few, and none waits
 * for another. The library is loaded with the first mail.
 */
import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from '../../platform/config/mail-settings.ts';
import { isLoopbackHost } from '../../platform/lib/network/internal-host.ts';
import type { RenderedMail } from './render-mail.ts';

export interface MailSettings extends SmtpServer {
  /** The sender, as `Name <address>` or an address. */
  readonly from: string;
}

/**
 * `retry`: the mail was certainly not accepted, and may be later. `rejected`: it never will be. `unknown`: it
 * was handed over, and no answer came.
 */
export type SendOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'retry' | 'rejected' | 'unknown'; readonly problem: string };

export interface MailServer {
  /** A mail that the server does not have yet is given up when `signal` is aborted. */
  send(to: string, mail: RenderedMail, signal?: AbortSignal): Promise<SendOutcome>;
}

const timeoutMs = 20_000;
/**
 * The time limit of a whole mail. It is shorter than the time after which it counts as given up
 * (mail-queue.ts).
 */
const longestMs = 120_000;

export function openMailServer(settings: MailSettings): MailServer {
  return {
    send: async (to, mail, signal) => {
      const message = await compose(settings.from, to, mail);
      const progress = { isHandedOver: false };
      const deliveryEnd = new AbortController();
      const connection = await connectionTo(settings);
      try {
        await deliver(connection, { settings, message, progress, signal, endSignal: deliveryEnd.signal });
        return { kind: 'sent' };
      } catch (error) {
        return toOutcome(error, progress.isHandedOver);
      } finally {
        deliveryEnd.abort();
        connection.close();
      }
    },
  };
}

interface Message {
  readonly envelope: { readonly from: string; readonly to: string[] };
  readonly bytes: Buffer;
}

async function compose(
  from: string,
  to: string,
  { subject, text, html, files }: RenderedMail,
): Promise<Message> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const mimeNode = new MailComposer({
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    attachments: files.map(({ name, contentType, bytes, contentId }) => ({
      filename: name,
      contentType,
      content: Buffer.from(bytes),
      ...(contentId !== undefined && { cid: contentId, contentDisposition: 'inline' as const }),
    })),
    headers: { 'auto-submitted': 'auto-generated' },
    // Nothing that a mail contains is read from files or other servers.
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const envelope = mimeNode.getEnvelope();
  return {
    envelope: { from: String(envelope.from || from), to: [to] },
    bytes: await mimeNode.build(),
  };
}

async function connectionTo({ host, port, isTls, password }: MailSettings): Promise<SMTPConnection> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  return new Connection({
    host,
    port,
    secure: isTls,
    // A password is not sent in the clear, except on this machine.
    requireTLS: !isTls && password !== undefined && !isLoopbackHost(host),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
}

interface Delivery {
  readonly settings: MailSettings;
  readonly message: Message;
  readonly progress: { isHandedOver: boolean };
  readonly signal: AbortSignal | undefined;
  /** Aborted when the mail has its outcome. */
  readonly endSignal: AbortSignal;
}

async function deliver(
  connection: SMTPConnection,
  { settings, message, progress, signal, endSignal }: Delivery,
): Promise<void> {
  const { user, password } = settings;
  const { envelope, bytes } = message;
  const failed = new Promise<never>((_, reject) => {
    connection.on('error', reject);
    const stop = () => progress.isHandedOver || reject(new Error('the process stopped'));
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true, signal: endSignal });
    // A server that answers a letter at a time keeps the connection from timing out.
    const tooLong = () => reject(new Error('it took too long'));
    AbortSignal.timeout(longestMs).addEventListener('abort', tooLong, { signal: endSignal });
  });
  // A failure after the end is ignored.
  failed.catch(() => {});
  const runStep = (work: (done: (error?: Error | null) => void) => void) =>
    Promise.race([
      failed,
      new Promise<void>((resolve, reject) => work(error => (error ? reject(error) : resolve()))),
    ]);
  await runStep(done => connection.connect(done));
  if (user !== undefined && password !== undefined)
    await runStep(done => connection.login({ user, credentials: { user, pass: password } }, done));
  // The text is read when the server has accepted the addresses and requests it.
  const text = new Readable({
    read() {
      progress.isHandedOver = true;
      this.push(bytes);
      this.push(null);
    },
  });
  await runStep(done => connection.send(envelope, text, done));
  connection.quit();
}

/** Without an answer, what follows depends on whether the server had the mail. */
export function toOutcome(error: unknown, isHandedOver: boolean): Exclude<SendOutcome, { kind: 'sent' }> {
  const { code = '', responseCode, message = '' } = error as Partial<Failure>;
  const problem = message.slice(0, 300) || code || 'no answer';
  // The operator can fix these problems, so the mail waits.
  if (code === 'EAUTH' || code === 'ETLS') return { kind: 'retry', problem };
  if (responseCode !== undefined) return { kind: responseCode >= 500 ? 'rejected' : 'retry', problem };
  if (isHandedOver) return { kind: 'unknown', problem };
  return { kind: code === 'EENVELOPE' ? 'rejected' : 'retry', problem };
}

/** Fields of the errors of nodemailer. */
interface Failure {
  readonly code: string;
  /** The answer of the server. */
  readonly responseCode: number;
  readonly message: string;
}
