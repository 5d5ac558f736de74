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

/** Whether the engine accepts no job at all from the account of this server until an operator acts. */
export function isAboutAccount({ code }: { readonly code: EngineFailure }): boolean {
  return code === 'engine_unauthorized' || code === 'engine_unfunded';
}

/** Whether the engine is unavailable and accepts no job. */
export function isAway({ code }: { readonly code?: EngineFailure | undefined }): boolean {
  return code === 'engine_unavailable';
}

/** Whether the engine is unavailable or busy, so that it would have refused any job. */
export function isAwayOrBusy(failure: { readonly code?: EngineFailure | undefined }): boolean {
  return isAway(failure) || failure.code === 'engine_busy';
}
