/**
 * Sends queued mail. A mail is marked as being sent before it is handed to the mail server, and never handed
 * over a second time, unless it is certain that the server did not take it: a person gets a mail once or, if
 * a process ends in that moment, not at all.
 */
import type { Database } from '../../platform/db/open.ts';
import { mailLink, OutdatedMail } from './mail-link.ts';
import { noteMail, takeMail, type MailOutcome, type QueuedMail } from './mail-queue.ts';
import type { MailServer, SendOutcome } from './mail-server.ts';
import { mailKinds, mailText } from './mail-texts.ts';
import type { MailLook } from '../operate/site.ts';
import { renderMail, type MailFile, type RenderedMail } from './render-mail.ts';

export interface MailDependencies {
  readonly db: Database;
  readonly server: MailServer;
  /** The public URL of the server, without a trailing slash. */
  readonly baseUrl: string;
  readonly look: () => Promise<MailLook>;
  /** The documents that are attached. */
  readonly files: (mail: QueuedMail) => Promise<readonly MailFile[]>;
  readonly onFailure: (mail: { readonly id: string; readonly kind: string }, outcome: MailOutcome) => void;
}

/** The seconds between two tries. A mail is tried for half a day. */
const delays = [30, 120, 600, 3600, 10_800, 28_800];

/** Sends all mail that is due, one after the other. */
export async function sendDueMail(parts: MailDependencies, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await sendNext(parts, signal)));
}

/** Returns false if no mail is due. */
async function sendNext(parts: MailDependencies, signal: AbortSignal): Promise<boolean> {
  const { db, server } = parts;
  const dueMail = await db.transaction(async tx => {
    const mail = await takeMail(tx, mailKinds);
    if (!mail) return undefined;
    const path = await mailLink(tx, mail).catch((error: unknown) => {
      if (error instanceof OutdatedMail) return error;
      throw error;
    });
    return { mail, path };
  });
  if (!dueMail) return false;
  const { mail, path } = dueMail;
  const outcome: MailOutcome =
    path instanceof OutdatedMail
      ? { state: 'failed', error: path.message }
      : afterSend(await server.send(mail.recipient, await render(parts, mail, path), signal), mail);
  if (outcome.state !== 'sent') parts.onFailure(mail, outcome);
  await noteMail(db, mail.id, outcome);
  return true;
}

async function render(
  { baseUrl, look: readLook, files, onFailure }: MailDependencies,
  mail: QueuedMail,
  path: string,
): Promise<RenderedMail> {
  const { kind, language, data } = mail;
  const look = await readLook();
  const text = mailText(kind, data as never, { language, site: look.name });
  const link = path === '' ? undefined : `${baseUrl}/console${path}`;
  // A document that cannot be drawn is also in the Console, so the mail is sent without it.
  const attached = await files(mail).catch((error: unknown): readonly MailFile[] => {
    onFailure(mail, { state: 'sent', error: `its document could not be drawn: ${String(error)}` });
    return [];
  });
  return renderMail(text, { language, look, baseUrl, link, files: attached });
}

function afterSend(outcome: SendOutcome, { tries }: Pick<QueuedMail, 'tries'>): MailOutcome {
  if (outcome.kind === 'sent') return { state: 'sent' };
  const { kind, problem: error } = outcome;
  if (kind !== 'retry') return { state: kind === 'unknown' ? 'unknown' : 'failed', error };
  const delaySeconds = delays[tries - 1];
  return delaySeconds === undefined ? { state: 'failed', error } : { state: 'queued', error, delaySeconds };
}
