/** Every procedure, in the order of the help. */
import { accountProcedures } from './account-procedures.ts';
import { engineProcedures } from './engine-procedures.ts';
import { collectionProcedures } from './collection-procedures.ts';
import { groupProcedures } from './group-procedures.ts';
import { instanceProcedures } from './instance-procedures.ts';
import { ledgerProcedures } from './ledger-procedures.ts';
import { marginProcedures } from './margin-procedures.ts';
import { modelChangeProcedures } from './model-change-procedures.ts';
import { modelProcedures } from './model-procedures.ts';
import { operateProcedures } from './operate-procedures.ts';
import type { Procedure } from './procedure.ts';
import { priceProcedures } from './price-procedures.ts';
import { proposeProcedures } from './propose-procedures.ts';
import { proposalProcedures } from './proposal-procedures.ts';
import { routeProcedures } from './route-procedures.ts';
import { secretProcedures } from './secret-procedures.ts';
import { statementProcedures } from './statement-procedures.ts';
import { taskProcedures } from './task-procedures.ts';
import { tokenProcedures } from './token-procedures.ts';
import { usageProcedures } from './usage-procedures.ts';
import { userProcedures } from './user-procedures.ts';
import { webhookProcedures } from './webhook-procedures.ts';
import { workflowProcedures } from './workflow-procedures.ts';

const table = [
  ...taskProcedures,
  ...collectionProcedures,
  ...tokenProcedures,
  ...modelProcedures,
  ...modelChangeProcedures,
  ...usageProcedures,
  ...accountProcedures,
  ...userProcedures,
  ...groupProcedures,
  ...priceProcedures,
  ...proposalProcedures,
  ...ledgerProcedures,
  ...statementProcedures,
  ...webhookProcedures,
  ...engineProcedures,
  ...instanceProcedures,
  ...routeProcedures,
  ...workflowProcedures,
  ...proposeProcedures,
  ...marginProcedures,
  ...secretProcedures,
  ...operateProcedures,
];

export const procedures: readonly Procedure[] = table;

/** The table with the types of each entry (contract.ts). */
export type ProcedureTable = typeof table;
