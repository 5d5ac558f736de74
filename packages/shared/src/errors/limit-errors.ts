/** Error codes of the limits of tokens: a part of the one table in `error-table.ts`. */

export const limitErrors = {
  token_cap_reached: {
    status: 402,
    en: 'The request exceeds the {cap} spending cap of this token: it costs {amount} {currency}, but only {left} of {limit} remains.',
    zh: '该令牌的消费上限（{cap}）为 {limit} {currency}：剩余 {left}，本次需要 {amount}。',
  },
  end_user_cap_reached: {
    status: 402,
    en: 'The request exceeds the monthly spending cap of the end user "{endUser}": it costs {amount} {currency}, but only {left} of {limit} remains.',
    zh: '终端用户“{endUser}”的每月消费上限为 {limit} {currency}：剩余 {left}，本次需要 {amount}。',
  },
  member_budget_reached: {
    status: 402,
    en: 'The request exceeds your monthly budget in this account: it costs {amount} {currency}, but only {left} of {limit} remains. Ask an owner of the account to raise it.',
    zh: '超出你在此账户中的每月预算 {limit} {currency}：剩余 {left}，本次需要 {amount}。请联系账户所有者提高预算。',
  },
  token_rate_reached: {
    status: 429,
    retryable: true,
    en: 'This token is limited to {limit} tasks per minute. Try again in {retryAfter} seconds.',
    zh: '该令牌每分钟最多提交 {limit} 个任务。请在 {retryAfter} 秒后重试。',
  },
  token_open_reached: {
    status: 429,
    retryable: true,
    en: 'This token is limited to {limit} concurrent tasks. Wait for one to finish, then try again.',
    zh: '该令牌最多同时进行 {limit} 个任务。请等待其中一个完成后重试。',
  },
  account_open_reached: {
    status: 429,
    retryable: true,
    en: 'This account is limited to {limit} concurrent tasks. Wait for one to finish, then try again, or choose a larger plan.',
    zh: '该账户最多同时进行 {limit} 个任务。请等待其中一个完成后重试，或选择更高的套餐。',
  },
} as const;
