/**
 * The link of a mail. A secret is made when the mail is sent, so that neither the queue
 * nor a backup of it contains one.
 */
import type { Transaction } from '../../platform/db/open.ts';
import { invite, renewInvitation } from '../accounts/invitations.ts';
import { findUser } from '../accounts/users.ts';
import type { MailData, MailKind } from './mail.ts';
import type { QueuedMail } from './mail-queue.ts';

const signUpHours = 24;
const resetHours = 2;

/** The target of the link has changed since the mail was queued, so the mail is not sent. */
export class OutdatedMail extends Error {
  override readonly name = 'OutdatedMail';
}

type Links = {
  readonly [Kind in MailKind]: (tx: Transaction, mail: QueuedMail, data: MailData[Kind]) => Promise<string>;
};

const fixedPath = (path: string) => async () => path;
const links: Links = {
  sign_up: async (tx, { recipient: email }, { referral, plan }) => {
    const link = { role: 'owner', email, hours: signUpHours, isSignUp: true, referral } as const;
    return joinLink((await invite(tx, link)).secret, planQuery(plan));
  },
  sign_up_known: async (_, __, { plan }) => `/sign-in${planQuery(plan)}`,
  password_reset: async (tx, _, { user }) => {
    const recipient = await findUser(tx, user);
    if (!recipient || recipient.disabledAt) throw new OutdatedMail('the user is disabled or gone');
    const { id, accountId, role, email } = recipient;
    return joinLink((await invite(tx, { accountId, role, email, hours: resetHours, userId: id })).secret);
  },
  invitation: async (tx, _, { invitation }) => {
    const secret = await renewInvitation(tx, invitation);
    if (secret === undefined) throw new OutdatedMail('the invitation was used or revoked');
    return joinLink(secret);
  },
  payment_received: fixedPath('/ledger'),
  payment_failed: fixedPath('/ledger'),
  statement: fixedPath('/ledger'),
  plan_payment_failed: fixedPath('/ledger'),
  balance_low: fixedPath('/ledger'),
  cap_reached: fixedPath('/tokens'),
  engine_unavailable: fixedPath('/engines'),
  engine_available: fixedPath('/engines'),
  test: fixedPath(''),
};

/** The path of a mail's link in the Console. Throws OutdatedMail. */
export function mailLink(tx: Transaction, mail: QueuedMail): Promise<string> {
  // The kind of the mail decides the type of its data.
  const link = links[mail.kind] as (tx: Transaction, mail: QueuedMail, data: unknown) => Promise<string>;
  return link(tx, mail, mail.data);
}

function joinLink(secret: string, query = ''): string {
  return `/join${query}#${secret}`;
}

/** The Console opens the purchase of the plan after the sign-in. */
function planQuery(plan: string | undefined): string {
  return plan === undefined ? '' : `?plan=${plan}`;
}
