/** Every operation, in the order of the help. */
import { accountOperations } from './account-operations.ts';
import { groupOperations } from './group-operations.ts';
import { ledgerOperations } from './ledger-operations.ts';
import { modelOperations } from './model-operations.ts';
import type { Operation } from './operation.ts';
import { priceOperations } from './price-operations.ts';
import { tokenOperations } from './token-operations.ts';
import { usageOperations } from './usage-operations.ts';
import { userOperations } from './user-operations.ts';

export const operations: readonly Operation[] = [
  ...tokenOperations,
  ...modelOperations,
  ...usageOperations,
  ...accountOperations,
  ...userOperations,
  ...groupOperations,
  ...priceOperations,
  ...ledgerOperations,
];
