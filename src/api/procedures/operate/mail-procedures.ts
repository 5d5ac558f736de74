/** mail test | list. */
import { z } from 'zod';
import { listMails, mailStates } from '../../../core/mail/mail-queue.ts';
import { mailText } from '../../../core/mail/mail-texts.ts';
import { renderMail } from '../../../core/mail/render-mail.ts';
import { readMailLook } from '../../../core/operate/site.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { email, limit } from '../fields/fields.ts';
import { procedure } from '../procedure.ts';
import { time } from '../records/values.ts';

const mailRecord = z.strictObject({
  id: z.string(),
  kind: z.string(),
  to: z.string(),
  state: z
    .enum(mailStates)
    .describe('unknown: handed to the mail server, which did not answer; it is not sent again.'),
  tries: z.number().int(),
  error: z.string().nullable().describe('What the mail server said, or why it could not be reached.'),
  created: time,
  changed: time,
});

export const mailProcedures = [
  procedure({
    name: 'mail test',
    description: 'Send a mail now, and show what the mail server answers.',
    who: 'operator',
    changes: true,
    isOwnTransaction: true,
    word: 'to',
    input: z.strictObject({ to: email.describe('Email address that gets the mail.') }),
    output: z.strictObject({ to: z.string(), sent: z.boolean() }),
    run: async ({ db, mailServer, publicUrl, language, note }, { to }) => {
      if (!mailServer || publicUrl === undefined) throw new AppError('mail_not_offered');
      const look = await readMailLook(db);
      const text = mailText('test', {}, { language, site: look.name });
      const mail = renderMail(text, { language, look, baseUrl: publicUrl, link: undefined });
      const outcome = await mailServer.send(to, mail);
      if (outcome.kind !== 'sent') throw new AppError('mail_not_sent', { reason: outcome.problem });
      await note({ object: to, after: { sent: true } });
      return { to, sent: true };
    },
  }),
  procedure({
    name: 'mail list',
    description: 'List the mails of the last 30 days, newest first.',
    who: 'operator',
    changes: false,
    input: z.strictObject({
      state: z.enum(mailStates).optional().describe('Only mails in this state.'),
      limit,
    }),
    output: z.array(mailRecord),
    run: async ({ db }, { state, limit: most }) =>
      (await listMails(db, { state, limit: most })).map(
        ({ id, kind, recipient, state: is, tries, error, createdAt, changedAt }) => ({
          id,
          kind,
          to: recipient,
          state: is,
          tries,
          error: error ?? null,
          created: createdAt.toISOString(),
          changed: changedAt.toISOString(),
        }),
      ),
  }),
];
