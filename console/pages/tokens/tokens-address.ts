/** The query parameters of the tokens page. */
export type TokensAddress = Readonly<
  Record<'make' | 'open' | 'state' | 'warn' | 'account', string | undefined>
>;
