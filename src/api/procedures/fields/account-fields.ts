/** The account that a procedure is about, as its callers name it. */
import { z } from 'zod';

export const ownAccount = z.string().optional().describe('Account name or ID. Default: your own account.');

/** An operator who names none reads those of all. */
export const ownOrAllAccounts = z
  .string()
  .optional()
  .describe('Account name or ID. Default: your own account; for operators, all accounts.');
