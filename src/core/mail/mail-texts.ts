/**
 * The text of each kind of mail, in both languages. A mail is a subject, paragraphs, and at most one button.
 */
import type { Language } from '@kinora/shared/errors/errors';
import type { MailData, MailKind } from './mail.ts';

export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The label of the button that opens the link of the mail. */
  readonly button?: string;
}

type Texts = { readonly [Kind in MailKind]: (data: MailData[Kind], site: string) => MailText };

const ignore = 'If you did not ask for this, you can ignore this mail. Nothing changes.';
const ignoreZh = '如果这不是你本人的操作，请忽略此邮件，不会有任何变化。';

const en: Texts = {
  sign_up: (_, site) => ({
    subject: `Confirm your email address for ${site}`,
    paragraphs: [
      `Open the link to confirm your email address, choose a password and finish your account at ${site}.`,
      'The link works once, for one day.',
      ignore,
    ],
    button: 'Finish sign-up',
  }),
  sign_up_known: (_, site) => ({
    subject: `You already have a user at ${site}`,
    paragraphs: [
      `Somebody asked to sign up at ${site} with this email address, which already has a user.`,
      'Sign in with it. If you forgot the password, choose "Forgot your password?" there.',
      ignore,
    ],
    button: 'Sign in',
  }),
  password_reset: (_, site) => ({
    subject: `Reset your password at ${site}`,
    paragraphs: [
      'Open the link to choose a new password. It signs you out everywhere else and removes your passkeys.',
      'The link works once, for two hours.',
      ignore,
    ],
    button: 'Choose password',
  }),
  invitation: ({ by, account }, site) => ({
    subject: `${by} invites you to ${account} at ${site}`,
    paragraphs: [
      `${by} invites you to join the account ${account} at ${site}.`,
      'The link works once, for three days.',
      'If you do not know the sender, ignore this mail.',
    ],
    button: 'Join',
  }),
  payment_received: ({ credit, paid: paidAmount, payment, plan }, site) => ({
    subject: plan
      ? `Payment received: plan ${plan.plan} at ${site}`
      : `Payment received: ${credit} of credit at ${site}`,
    paragraphs: [
      plan
        ? `Your payment of ${paidAmount} for the plan ${plan.plan}, ${plan.from} to ${plan.until}, was received. Its credit of ${credit} was added to your account.`
        : `Your payment of ${paidAmount} was received, and ${credit} was credited to your account.`,
      `Payment: ${payment}. The receipt is attached, and in the ledger.`,
    ],
    button: 'Open ledger',
  }),
  payment_failed: ({ credit, payment }, site) => ({
    subject: `Your payment at ${site} failed`,
    paragraphs: [
      `The payment for ${credit} of credit was rejected or given up. Nothing was credited.`,
      `Payment: ${payment}. You can start another one in the ledger.`,
    ],
    button: 'Open ledger',
  }),
  statement: ({ name, month }, site) => ({
    subject: `Statement of ${name} for ${month} at ${site}`,
    paragraphs: [
      `The statement of the account ${name} for ${month} is attached.`,
      'Owners of the account can turn this mail off in the ledger, under Billing details.',
    ],
    button: 'Open ledger',
  }),
  plan_payment_failed: ({ plan, price }, site) => ({
    subject: `The payment for your plan ${plan} at ${site} failed`,
    paragraphs: [
      `The payment of ${price} for the next month of your plan ${plan} was rejected.`,
      'You keep the groups and limits of the plan for a week. Pay, or change your card, before it ends.',
    ],
    button: 'Open plan',
  }),
  balance_low: ({ account, balance, threshold }, site) => ({
    subject: `The balance of ${account} at ${site} is below ${threshold}`,
    paragraphs: [
      `The account ${account} has ${balance} left. Without credit, new tasks are rejected.`,
      'You get this mail once, until the balance is above the threshold again.',
    ],
    button: 'Open ledger',
  }),
  cap_reached: ({ token, cap, spent: spentAmount, limit }, site) => ({
    subject: `The token ${token} at ${site} has almost used up its cap`,
    paragraphs: [
      `The token ${token} has spent ${spentAmount} of its cap of ${limit} ${{ total: 'in all', day: 'per day', month: 'per month' }[cap]}.`,
      `Submits that cost more than what is left are rejected${cap === 'total' ? '' : ` until the next ${cap} begins`}.`,
    ],
    button: 'Open tokens',
  }),
  engine_unavailable: ({ engine, since, reason }, site) => ({
    subject: `${site}: the engine ${engine} is unavailable`,
    paragraphs: [
      `The engine ${engine} has been unavailable since ${since}${reason ? `: ${reason}` : ''}.`,
      'Its tasks wait, or go to other engines.',
    ],
    button: 'Open engines',
  }),
  engine_available: ({ engine, since }, site) => ({
    subject: `${site}: the engine ${engine} is available again`,
    paragraphs: [`The engine ${engine} is available again. It had been unavailable since ${since}.`],
    button: 'Open engines',
  }),
  test: (_, site) => ({
    subject: `Test of e-mail from ${site}`,
    paragraphs: [`${site} can send e-mail.`],
  }),
};

const zh: Texts = {
  sign_up: (_, site) => ({
    subject: `确认你在 ${site} 的邮箱`,
    paragraphs: [
      `打开链接以确认邮箱、设置密码，并完成在 ${site} 的注册。`,
      '链接仅可使用一次，一天内有效。',
      ignoreZh,
    ],
    button: '完成注册',
  }),
  sign_up_known: (_, site) => ({
    subject: `你在 ${site} 已有用户`,
    paragraphs: [
      `有人请求用此邮箱在 ${site} 注册，但该邮箱已有用户。`,
      '请直接登录。如果忘记了密码，请在登录页选择“忘记密码？”。',
      ignoreZh,
    ],
    button: '登录',
  }),
  password_reset: (_, site) => ({
    subject: `重置你在 ${site} 的密码`,
    paragraphs: [
      '打开链接以设置新密码。其他设备上的登录会失效，通行密钥会被移除。',
      '链接仅可使用一次，两小时内有效。',
      ignoreZh,
    ],
    button: '设置密码',
  }),
  invitation: ({ by, account }, site) => ({
    subject: `${by} 邀请你加入 ${site} 的 ${account}`,
    paragraphs: [
      `${by} 邀请你加入 ${site} 的账户 ${account}。`,
      '链接仅可使用一次，三天内有效。',
      '如果你不认识发件人，请忽略此邮件。',
    ],
    button: '加入',
  }),
  payment_received: ({ credit, paid: paidAmount, payment, plan }, site) => ({
    subject: plan ? `已收到付款：${site} 套餐 ${plan.plan}` : `已收到付款：${site} 余额 ${credit}`,
    paragraphs: [
      plan
        ? `已收到你为套餐 ${plan.plan}（${plan.from} 至 ${plan.until}）支付的 ${paidAmount}，其额度 ${credit} 已计入你的账户。`
        : `已收到你支付的 ${paidAmount}，${credit} 已计入你的账户。`,
      `付款编号：${payment}。收据见附件，也可在账单中查看。`,
    ],
    button: '打开账单',
  }),
  payment_failed: ({ credit, payment }, site) => ({
    subject: `你在 ${site} 的付款失败`,
    paragraphs: [
      `购买 ${credit} 余额的付款被拒绝或已放弃，未计入任何金额。`,
      `付款编号：${payment}。你可以在账单中重新付款。`,
    ],
    button: '打开账单',
  }),
  statement: ({ name, month }, site) => ({
    subject: `${site} 账户 ${name} 的 ${month} 月结单`,
    paragraphs: [`账户 ${name} 的 ${month} 月结单见附件。`, '账户所有者可在账单页的“开票信息”中关闭此邮件。'],
    button: '打开账单',
  }),
  plan_payment_failed: ({ plan, price }, site) => ({
    subject: `${site}：套餐 ${plan} 的付款失败`,
    paragraphs: [
      `套餐 ${plan} 下个月的付款（${price}）被拒绝。`,
      '套餐的分组和限制还会保留一周。请在此之前付款，或更换银行卡。',
    ],
    button: '打开套餐',
  }),
  balance_low: ({ account, balance, threshold }, site) => ({
    subject: `${site} 账户 ${account} 的余额低于 ${threshold}`,
    paragraphs: [
      `账户 ${account} 还剩 ${balance}。余额不足时，新任务会被拒绝。`,
      '在余额重新高于阈值之前，此邮件只发送一次。',
    ],
    button: '打开账单',
  }),
  cap_reached: ({ token, cap, spent: spentAmount, limit }, site) => ({
    subject: `${site} 的令牌 ${token} 即将用尽限额`,
    paragraphs: [
      `令牌 ${token} 的${{ total: '总', day: '每日', month: '每月' }[cap]}限额为 ${limit}，已花费 ${spentAmount}。`,
      `费用超过剩余额度的提交会被拒绝${{ total: '', day: '，直到次日', month: '，直到下月' }[cap]}。`,
    ],
    button: '打开令牌',
  }),
  engine_unavailable: ({ engine, since, reason }, site) => ({
    subject: `${site}：引擎 ${engine} 不可用`,
    paragraphs: [
      `引擎 ${engine} 自 ${since} 起不可用${reason ? `：${reason}` : ''}。`,
      '其任务会等待，或转到其他引擎。',
    ],
    button: '打开引擎',
  }),
  engine_available: ({ engine, since }, site) => ({
    subject: `${site}：引擎 ${engine} 已恢复`,
    paragraphs: [`引擎 ${engine} 已恢复。它自 ${since} 起不可用。`],
    button: '打开引擎',
  }),
  test: (_, site) => ({
    subject: `${site} 的测试邮件`,
    paragraphs: [`${site} 可以发送邮件。`],
  }),
};

const texts = { en, zh };

/** The kinds that this version can send. During an update, the queue may hold others. */
export const mailKinds = Object.keys(en) as readonly MailKind[];

/** `site` is the name of the server. */
export function mailText<Kind extends MailKind>(
  kind: Kind,
  data: MailData[Kind],
  { language, site }: { readonly language: Language; readonly site: string },
): MailText {
  const table: Texts = texts[language];
  return table[kind](data, site);
}
