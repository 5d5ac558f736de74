/**
 * The numbers of all advisory locks of the whole database, as the two arguments of PostgreSQL's
 * functions. Each has one meaning, so that nothing waits for something else.
 */
export const advisoryLocks = {
  instance: '4040, 1',
  opening: '4040, 2',
  prices: '4040, 3',
  routes: '4040, 4',
  operators: '4040, 5',
  backup: '4040, 6',
  reconciliation: '4040, 8',
  balanceImport: '4040, 9',
  firstTokens: '4040, 10',
  oauthClients: '4040, 11',
} as const;

/** The first argument of locks on one of many objects; the second is a hash of the name of the object. */
export const keyedLocks = {
  awaitedRequest: '4041',
  payment: '4045',
  mailRequest: '4046',
  signUp: '4047',
  mailbox: '4048',
  startedPayment: '4049',
} as const;
