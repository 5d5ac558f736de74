/** What the address of the tokens page holds. */
export type TokensAddress = Readonly<
  Record<'make' | 'open' | 'state' | 'warn' | 'account', string | undefined>
>;
