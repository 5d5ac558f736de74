/**
 * What is known of a prompt while it runs. It may be incomplete: messages are lost while the socket is down.
 */
import type { Graph } from '../workflow/read-workflow.ts';
import type { LiveEvent, PreviewFile } from './live-events.ts';

/** One of the nodes that take most of the time counts as much as this number of other nodes. */
const slowWeight = 30;
const minProgress = 0.005;

export class PromptWatch {
  /** Whether this process has started the prompt. Otherwise the server sends its events to another one. */
  readonly isOwn: boolean;
  readonly #weights: Readonly<Record<string, number>>;
  readonly #totalWeight: number;
  /** How much of each node is done, from 0 to 1. */
  readonly #doneShares = new Map<string, number>();
  #reportedProgress = 0;
  #preview: PreviewFile | undefined;
  /** The time at which the server is to be asked next. */
  nextLookAt = 0;
  #isEndPossible = false;
  #change = Promise.withResolvers<void>();

  /**
   * `graph` is absent if another process has started the prompt. Then the progress is
   * that of the nodes that have begun.
   */
  constructor(graph?: Graph) {
    this.isOwn = graph !== undefined;
    this.#weights = Object.fromEntries(
      Object.entries(graph ?? {}).map(([id, { class_type }]) => [id, isSlow(class_type) ? slowWeight : 1]),
    );
    this.#totalWeight = Object.values(this.#weights).reduce((sum, weight) => sum + weight, 0);
  }

  /** 0 … 1, and never falling. */
  get progress(): number {
    if (this.#totalWeight === 0) return this.#reportedProgress;
    let done = 0;
    for (const [id, share] of this.#doneShares) done += share * (this.#weights[id] ?? 0);
    return Math.max(this.#reportedProgress, done / this.#totalWeight);
  }

  /**
   * Whether there is progress worth a report. When all nodes are done, the prompt ends within milliseconds:
   * storing a report of 100 % first would only delay the result.
   */
  get #hasProgressed(): boolean {
    const { progress } = this;
    return progress >= this.#reportedProgress + minProgress && progress < 1;
  }

  apply(event: LiveEvent): void {
    if (event.kind === 'nodes') {
      for (const [id, share] of event.nodes)
        this.#doneShares.set(id, Math.max(share, this.#doneShares.get(id) ?? 0));
      if (!this.#hasProgressed) return;
    } else if (event.kind === 'preview') this.#preview = event.preview;
    else this.#isEndPossible = true;
    this.#wake();
  }

  /** Messages may have been lost: the server is to be asked. */
  expectEnd(): void {
    this.#isEndPossible = true;
    this.#wake();
  }

  /** Whether the prompt may have ended since the last call. Resets it. */
  takePossibleEnd(): boolean {
    const isPossible = this.#isEndPossible;
    this.#isEndPossible = false;
    return isPossible;
  }

  /** What is new since the last call. */
  takeUpdate(): { readonly progress: number; readonly preview: PreviewFile | undefined } | undefined {
    const { progress } = this;
    const preview = this.#preview;
    if (!preview && !this.#hasProgressed) return undefined;
    this.#preview = undefined;
    this.#reportedProgress = progress;
    return { progress, preview };
  }

  /**
   * Resolves at the next change, and immediately if a possible end was reported while the server was being
   * asked.
   */
  waitForChange(): Promise<void> {
    return this.#isEndPossible ? Promise.resolve() : this.#change.promise;
  }

  #wake(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers<void>();
  }
}

function isSlow(nodeClass: string): boolean {
  return /sampler(?!select)|textgenerate|upscalewithmodel/i.test(nodeClass);
}
