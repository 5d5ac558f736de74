/** Every procedure, in the order of the help. */
import { aliasProcedures } from '../models/alias-procedures.ts';
import { accountProcedures } from '../accounts/account-procedures.ts';
import { discoverProcedures } from '../discovery/discover-procedures.ts';
import { engineProcedures } from '../engines/engine-procedures.ts';
import { collectionProcedures } from '../tasks/collection-procedures.ts';
import { groupProcedures } from '../accounts/group-procedures.ts';
import { instanceProcedures } from '../engines/instance-procedures.ts';
import { localProcedures } from '../local/local-procedures.ts';
import { ledgerProcedures } from '../money/ledger-procedures.ts';
import { marginProcedures } from '../money/margin-procedures.ts';
import { paymentProcedures } from '../money/payment-procedures.ts';
import { buyPlanProcedures } from '../money/buy-plan-procedures.ts';
import { planProcedures } from '../money/plan-procedures.ts';
import { subscriptionProcedures } from '../money/subscription-procedures.ts';
import { customerProcedures } from '../money/customer-procedures.ts';
import { discountProcedures } from '../money/discount-procedures.ts';
import { codeProcedures } from '../money/code-procedures.ts';
import { receiptProcedures } from '../money/receipt-procedures.ts';
import { modelChangeProcedures } from '../models/model-change-procedures.ts';
import { modelProcedures } from '../models/model-procedures.ts';
import { operateProcedures } from '../operate/operate-procedures.ts';
import type { Procedure } from '../procedure.ts';
import { priceProcedures } from '../prices/price-procedures.ts';
import { promptProcedures } from '../models/prompt-procedures.ts';
import { proposeProcedures } from '../proposals/propose-procedures.ts';
import { proposalProcedures } from '../proposals/proposal-procedures.ts';
import { routeProcedures } from '../models/route-procedures.ts';
import { secretProcedures } from '../engines/secret-procedures.ts';
import { statementProcedures } from '../money/statement-procedures.ts';
import { taskProcedures } from '../tasks/task-procedures.ts';
import { tokenProcedures } from '../accounts/token-procedures.ts';
import { usageProcedures } from '../money/usage-procedures.ts';
import { mailProcedures } from '../operate/mail-procedures.ts';
import { nodeProcedures } from '../operate/node-procedures.ts';
import { siteProcedures } from '../operate/site-procedures.ts';
import { volumeProcedures } from '../money/volume-procedures.ts';
import { userProcedures } from '../accounts/user-procedures.ts';
import { webhookProcedures } from '../tasks/webhook-procedures.ts';
import { workflowProcedures } from '../engines/workflow-procedures.ts';

const table = [
  ...taskProcedures,
  ...collectionProcedures,
  ...tokenProcedures,
  ...modelProcedures,
  ...modelChangeProcedures,
  ...aliasProcedures,
  ...promptProcedures,
  ...usageProcedures,
  ...accountProcedures,
  ...userProcedures,
  ...groupProcedures,
  ...priceProcedures,
  ...proposalProcedures,
  ...ledgerProcedures,
  ...paymentProcedures,
  ...planProcedures,
  ...subscriptionProcedures,
  ...buyPlanProcedures,
  ...receiptProcedures,
  ...codeProcedures,
  ...discountProcedures,
  ...volumeProcedures,
  ...customerProcedures,
  ...statementProcedures,
  ...webhookProcedures,
  ...engineProcedures,
  ...instanceProcedures,
  ...discoverProcedures,
  ...localProcedures,
  ...routeProcedures,
  ...workflowProcedures,
  ...proposeProcedures,
  ...marginProcedures,
  ...secretProcedures,
  ...operateProcedures,
  ...nodeProcedures,
  ...mailProcedures,
  ...siteProcedures,
];

export const procedures: readonly Procedure[] = table;

/** The table with the types of each entry (contract.ts). */
export type ProcedureTable = typeof table;
