/** A real SMTP server that keeps what it gets, or behaves as told. */
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  /** The plain text. */
  readonly text: string;
  readonly raw: string;
}

/** What the server does with the next mails, one each. Afterwards it accepts them. */
export type MailBehavior = 'accept' | 'reject' | 'later' | 'hangUp';

export interface TestMailServer {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  readonly behaviors: MailBehavior[];
  /** The number of times that a mail was handed over, also if it was not accepted. */
  countAttempts(): number;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const behaviors: MailBehavior[] = [];
  let attemptCount = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        attemptCount++;
        const behavior = behaviors.shift() ?? 'accept';
        const answer = answers[behavior];
        if (behavior === 'hangUp') return closeConnections(server);
        if (answer) return done(Object.assign(new Error(answer.text), { responseCode: answer.code }));
        const to = session.envelope.rcptTo[0]?.address ?? '';
        mails.push(read(to, Buffer.concat(chunks).toString()));
        done();
      });
    },
  });
  // A client that leaves is no fault of the test.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as { readonly port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    behaviors,
    countAttempts: () => attemptCount,
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}

const answers: Readonly<Partial<Record<MailBehavior, { readonly code: number; readonly text: string }>>> = {
  reject: { code: 550, text: 'No such mailbox' },
  later: { code: 451, text: 'Try again later' },
};

function closeConnections(server: SMTPServer): void {
  for (const connection of server.connections) connection.close();
}

/** Reads what nodemailer writes: headers, and a plain text as quoted-printable, base64 or as it is. */
function read(to: string, raw: string): ReceivedMail {
  const subject = /^Subject: ((?:.|\r\n[ \t])*)/m.exec(raw)?.[1] ?? '';
  const [, head = '', body = ''] =
    /(Content-Type: text\/plain[\s\S]*?)\r\n\r\n([\s\S]*?)(?:\r\n--|$)/.exec(raw) ?? [];
  return {
    to,
    subject: decodeWords(subject.replaceAll(/\r\n[ \t]/g, ' ')),
    text: decodeBody(head, body),
    raw,
  };
}

function decodeBody(head: string, body: string): string {
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  if (/quoted-printable/i.test(head)) return decodeQuoted(body);
  return body;
}

function decodeQuoted(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** Encoded words of headers (RFC 2047). */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?= +=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
}
