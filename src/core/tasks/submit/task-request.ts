/** What a submit is given: the task to create, and the limits that it is checked against. */
import type { Quote } from '@kinora/shared/billing/quote';
import type { Json } from '../../../engines/contract/json.ts';
import type { Model } from '../../catalogue/models/catalogue.ts';
import type { Tier } from '@kinora/shared/models/model-card';
import type { HookRequest } from '../../webhooks/insert-hook.ts';
import type { Action, Interface, TaskJob } from '../task.ts';

export interface TaskRequest {
  readonly interface: Interface;
  readonly accountId: string;
  readonly tokenId: string;
  /** The user who submits it: the token's user, or the one who is signed in to the Console. */
  readonly userId?: string | undefined;
  readonly model: Model;
  readonly tier: Tier;
  readonly job: Omit<TaskJob, 'taskId' | 'model' | 'candidate'>;
  /** The task whose picture it starts from, and which of its candidates. */
  readonly parent?: { readonly id: string; readonly candidate: number };
  /** The task whose button was pressed, and that button: mostly the parent's. */
  readonly follows?: { readonly id: string; readonly button: string };
  readonly quote: Quote;
  readonly action: Action;
  /** As the client typed it; empty when the task starts from pictures alone. */
  readonly prompt: string;
  /** What the interface needs later to write the task's record. Only that interface reads it. */
  readonly wire: Json;
  /** Two submits with one key and one `requestHash` are one task. */
  readonly idempotencyKey?: string;
  readonly requestHash: string;
  /** Two submits with the same onceKey are one task, even if they differ otherwise. */
  readonly onceKey?: string;
  /** The end user for whom the client submits it, as the client names that user. */
  readonly endUser?: string | undefined;
  /** How long its files are kept, if that is shorter than the retention of the server. */
  readonly keepSeconds?: number | undefined;
  /** If it is still in the queue after this time, it is cancelled. */
  readonly startSeconds?: number | undefined;
  /** Where its changes are posted. */
  readonly hook?: HookRequest;
  /** The installations that it has come through (own-requests.ts). Undefined if a client submits it. */
  readonly via?: string | undefined;
  /** The program of an agent that calls. Undefined if none is known. */
  readonly client?: string | undefined;
  /** It waits for its modal that long before it ends, uncharged. Then `quote` is only what it will cost. */
  readonly waitSeconds?: number;
}

export interface SubmitLimits {
  readonly maxWaiting: number;
  readonly currency: string;
}
