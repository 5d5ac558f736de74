/** The updates of a request that is not answered yet, until a check reads them. */
import type { EnginePreview } from '../../contract/engine-preview.ts';

export interface RequestUpdate {
  /** The progress of the work: 0-1. */
  readonly progress: number;
  /** A picture of the work so far. Absent if there is no new one. */
  readonly preview?: EnginePreview;
}

export class UnreadUpdates {
  #latest: RequestUpdate = { progress: 0 };
  #isUnseen = false;
  #arrival = Promise.withResolvers<void>();

  /** A preview that was not taken yet is replaced, or stays if there is no new one. */
  add({ progress, preview = this.#latest.preview }: RequestUpdate): void {
    const furthest = Math.max(progress, this.#latest.progress);
    this.#latest = { progress: furthest, ...(preview && { preview }) };
    this.#isUnseen = true;
    this.#arrival.resolve();
  }

  /** Resolves as soon as there is something that was not taken. */
  arrival(): Promise<void> {
    return this.#arrival.promise;
  }

  /** The progress, and the preview if it is a new one. */
  take(): RequestUpdate {
    const update = this.#latest;
    if (this.#isUnseen) this.#arrival = Promise.withResolvers();
    this.#isUnseen = false;
    this.#latest = { progress: update.progress };
    return update;
  }
}
