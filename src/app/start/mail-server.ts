/** The mail server that the settings name. */
import { openMailServer, type MailServer } from '../../core/mail/mail-server.ts';
import type { Config } from '../../platform/config/config.ts';

/** Returns undefined if the server sends no e-mail. */
export function configuredMailServer({
  smtp,
  mailFrom,
}: Pick<Config, 'smtp' | 'mailFrom'>): MailServer | undefined {
  return smtp && mailFrom !== undefined ? openMailServer({ ...smtp, from: mailFrom }) : undefined;
}
