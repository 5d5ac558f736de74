/** Why an engine did not do a job, and what that means for its other jobs. */

export type EngineFailure =
  | 'engine_error'
  | 'engine_rejected'
  | 'engine_busy'
  | 'engine_unavailable'
  /** The engine refused the key of this server. */
  | 'engine_unauthorized'
  /** The account of this server at the engine has no balance left. */
  | 'engine_unfunded'
  | 'content_refused';

/**
 * Whether the engine takes no job from the account of this server, whichever it is, until an operator acts.
 */
export function isAboutAccount({ code }: { readonly code: EngineFailure }): boolean {
  return code === 'engine_unauthorized' || code === 'engine_unfunded';
}

/** It takes no job at all. */
export function isAway({ code }: { readonly code?: EngineFailure | undefined }): boolean {
  return code === 'engine_unavailable';
}

/** Whether it is away or busy: it would have refused any job. */
export function isAwayOrBusy(failure: { readonly code?: EngineFailure | undefined }): boolean {
  return isAway(failure) || failure.code === 'engine_busy';
}
