/** Sends queued mail, and queues mail about what changes with time: low balances, reached caps, engines. */
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/open.ts';
import { mailFiles } from '../../core/mail/mail-files.ts';
import { queueStatements } from '../../core/mail/queue-statements.ts';
import { sweepMails, type QueuedMail } from '../../core/mail/mail-queue.ts';
import { queueWarnings } from '../../core/mail/queue-warnings.ts';
import { sendDueMail } from '../../core/mail/send-mail.ts';
import { readMailLook } from '../../core/operate/site.ts';
import type { Events } from '../../core/operate/events.ts';
import type { Cleanup } from './cleanup.ts';
import { paymentParts } from './payment-parts.ts';
import { configuredMailServer } from './mail-server.ts';
import { repeating } from './repeating.ts';

export interface MailDependencies {
  readonly config: Config;
  readonly db: Database;
  readonly events: Events;
}

const sendEveryMs = 1_000;
const sweepEveryMs = 60_000;
const warnEveryMs = 60_000;

export function beginMail({ config, db, events }: MailDependencies, cleanup: Cleanup): void {
  const server = configuredMailServer(config);
  const { baseUrl, currency } = config;
  if (!server || baseUrl === undefined) return;
  const parts = {
    db,
    server,
    baseUrl,
    look: () => readMailLook(db),
    files: (mail: QueuedMail) =>
      mailFiles({ db, currency, seller: paymentParts(config).receiptTerms.seller }, mail),
    onFailure: events.mailFailed,
  };
  cleanup.push(repeating(sendEveryMs, events, signal => sendDueMail(parts, signal)));
  cleanup.push(repeating(sweepEveryMs, events, () => sweepMails(db)));
  cleanup.push(repeating(warnEveryMs, events, () => queueWarnings(db, currency)));
  cleanup.push(repeating(warnEveryMs, events, () => queueStatements(db)));
}
