/** The account that a procedure is about, as its callers name it. */
import { z } from 'zod';
import { rowId } from '../../../platform/lib/id.ts';
import { pageLimit } from './fields.ts';

export const ownAccount = z.string().optional().describe('Account name or ID. Default: your own account.');

/** An operator who names no account reads the data of all. */
export const ownOrAllAccounts = z
  .string()
  .optional()
  .describe('Account name or ID. Default: your own account; for operators, all accounts.');

/** A page of a list of accounts. */
export const accountPage = {
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Only accounts with this in their name or in the e-mail address of a user, or with this ID.'),
  before: z.string().regex(rowId).optional().describe('ID of the last account of the previous page.'),
  limit: pageLimit.describe('Number of entries. Default: 100; all in an export as a file.'),
};
