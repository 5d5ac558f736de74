/** What a kind can do with workflows of the operator. */
import type { Reason } from '@kinora/shared/errors/reason';
import type { InstanceAccess } from './instance-access.ts';
import type { OwnWorkflow } from './own-workflow.ts';
import type { ReadableWorkflow } from './readable-workflow.ts';
import type { WorkflowLack } from './workflow-lack.ts';

/** Why a workflow is not accepted. */
export interface WorkflowRejection {
  /** The part of the workflow that is wrong. */
  readonly field: 'graph' | 'slots' | 'primitive';
  /** What is wrong with it. */
  readonly reason: Reason;
}

/** What can be done with the operator's workflows, for kinds whose engines run workflows. */
export interface WorkflowSupport {
  /** The primitives that a workflow can be for, each with its required slots. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  /** Families that come with the product. */
  readonly shippedFamilies: readonly string[];
  /** Reads the export of a workflow, for a person who binds its slots. */
  read(graph: unknown): ReadableWorkflow | WorkflowRejection;
  /** Returns why a workflow can run on no server, or undefined if it can. */
  rejection(workflow: OwnWorkflow): WorkflowRejection | undefined;
  /**
   * Replaces the workflows of the operator in this process. A step keeps the workflow that it was started
   * with.
   */
  replace(workflows: readonly OwnWorkflow[]): void;
  /**
   * Lists the parts that the server of an instance lacks. Generates nothing. Throws EngineError, as a probe
   * does.
   */
  lacks(access: InstanceAccess, workflow: OwnWorkflow, signal: AbortSignal): Promise<readonly WorkflowLack[]>;
  /** Lists the parts that the server lacks for a family that comes with the product. */
  shippedLacks(
    access: InstanceAccess,
    family: string,
    signal: AbortSignal,
  ): Promise<readonly (WorkflowLack & { readonly primitive: string })[]>;
}
