/** The prompts of the fake: queued, run one after the other, node by node, and kept in the history. */
import type { Json } from '../../../src/engines/contract/json.ts';
import type { Graph } from '../../../src/engines/kinds/comfyui/workflow/read-workflow.ts';
import { systemClock } from '@kinora/shared/clock';
import { type FakeFile, renderOutput, renderPicture } from './fake-media.ts';

export interface FakeJob {
  readonly id: string;
  readonly number: number;
  readonly graph: Graph;
  readonly clientId: string | undefined;
  state: 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled';
  readonly outputs: Record<string, { [key: string]: Json }>;
  /** The `messages` of its history. */
  readonly messages: [string, { [key: string]: Json }][];
}

/** Receives events. `preview` is the image of a frame. */
export type Emit = (
  job: FakeJob,
  event: { readonly type: string; readonly data: object } | { readonly preview: Uint8Array },
) => void;

export class FakeQueue {
  readonly files = new Map<string, FakeFile>();
  readonly inputs = new Map<string, FakeFile>();
  waiting: FakeJob[] = [];
  running: FakeJob | undefined;
  history = new Map<string, FakeJob>();
  /** Every prompt that was queued, in order. */
  readonly received: FakeJob[] = [];
  /** The running prompt waits before its last node. */
  isHeld = false;
  /** The class of a node that fails, and the class of its exception. */
  failing: { readonly node: string; readonly exception: string } | undefined;
  /** Prompts end without any output. */
  losesOutputs = false;
  readonly #emit: Emit;
  #released = Promise.withResolvers<void>();
  #numbers = 0;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  add(job: Pick<FakeJob, 'id' | 'graph' | 'clientId'>): FakeJob {
    const newJob: FakeJob = { ...job, number: this.#numbers++, state: 'pending', outputs: {}, messages: [] };
    this.received.push(newJob);
    this.waiting.push(newJob);
    if (!this.running) void this.#runAll();
    return newJob;
  }

  find(id: string): FakeJob | undefined {
    return [this.running, ...this.waiting].find(job => job?.id === id) ?? this.history.get(id);
  }

  /** Whether there was something to cancel. */
  cancel(id: string): boolean {
    const isWaiting = this.waiting.some(job => job.id === id);
    this.waiting = this.waiting.filter(job => job.id !== id);
    if (this.running?.id !== id) return isWaiting;
    this.running.state = 'cancelled';
    this.release();
    return true;
  }

  release(): void {
    this.isHeld = false;
    this.#released.resolve();
    this.#released = Promise.withResolvers();
  }

  /** As after a restart, but the files are kept. */
  forgetAll(): void {
    if (this.running) this.cancel(this.running.id);
    this.running = undefined;
    this.waiting = [];
    this.history = new Map();
  }

  async #runAll(): Promise<void> {
    for (let job = this.waiting.shift(); job; job = this.waiting.shift()) {
      this.running = job;
      job.state = 'in_progress';
      await this.#run(job);
      // After `forgetAll`, prompts that are added run by themselves.
      if (this.running !== job) return;
      this.running = undefined;
      this.history.set(job.id, job);
      this.#emit(job, { type: 'executing', data: { node: null, prompt_id: job.id } });
    }
  }

  async #run(job: FakeJob): Promise<void> {
    this.#tell(job, 'execution_start', {});
    this.#tell(job, 'execution_cached', { nodes: [] });
    const nodes = Object.keys(job.graph);
    const isCancelled = () => job.state === 'cancelled';
    const states: Record<string, object> = {};
    for (const [index, id] of nodes.entries()) {
      await systemClock.sleep(0);
      if (this.isHeld && index === nodes.length - 1) await this.#released.promise;
      if (isCancelled()) return this.#tell(job, 'execution_interrupted', { node_id: id });
      if (await this.#runNode(job, id, states)) return;
    }
    job.state = 'completed';
    this.#tell(job, 'execution_success', {});
  }

  /** True if it failed. */
  async #runNode(job: FakeJob, id: string, states: Record<string, object>): Promise<boolean> {
    const node = job.graph[id];
    if (!node) return false;
    const state = (value: number, max: number, name: string) => {
      states[id] = { ...jobState(job, id), value, max, state: name };
      this.#emit(job, { type: 'progress_state', data: { prompt_id: job.id, nodes: { ...states } } });
    };
    state(0, 1, 'running');
    this.#emit(job, { type: 'executing', data: { node: id, display_node: id, prompt_id: job.id } });
    if (node.class_type === this.failing?.node) return this.#fail(job, id, this.failing.exception);
    if (node.class_type === 'KSampler') await this.#sample(job, state);
    const rendering = await renderOutput(node, { graph: job.graph, inputs: this.inputs, number: 1 });
    if (rendering && !this.losesOutputs) {
      job.outputs[id] = rendering.output;
      if (rendering.file) this.files.set(filePath(rendering.file), rendering.file);
      this.#emit(job, {
        type: 'executed',
        data: { node: id, display_node: id, output: rendering.output, prompt_id: job.id },
      });
    }
    state(1, 1, 'finished');
    return false;
  }

  async #sample(job: FakeJob, state: (value: number, max: number, name: string) => void): Promise<void> {
    const steps = 3;
    for (let step = 1; step <= steps && job.state === 'in_progress'; step++) {
      state(step, steps, 'running');
      this.#emit(job, { preview: await renderPicture({ width: 32, height: 16 * step }, 'jpeg') });
      await systemClock.sleep(0);
    }
  }

  #fail(job: FakeJob, id: string, exception: string): true {
    job.state = 'failed';
    const data = {
      node_id: id,
      node_type: job.graph[id]?.class_type ?? '',
      executed: [],
      exception_message: "cannot identify image file '/srv/comfyui/base/input/junk.png'\n",
      exception_type: exception,
      timestamp: 0,
    };
    this.#tell(job, 'execution_error', data);
    return true;
  }

  #tell(job: FakeJob, type: string, data: { [key: string]: Json }): void {
    const message = { ...data, prompt_id: job.id, timestamp: 1_795_341_452_190 };
    job.messages.push([type, message]);
    this.#emit(job, { type, data: message });
  }
}

export function filePath({ type, subfolder, filename }: Omit<FakeFile, 'bytes'>): string {
  return `${type}/${subfolder}/${filename}`;
}

function jobState(job: FakeJob, id: string): object {
  return { node_id: id, prompt_id: job.id, display_node_id: id, parent_node_id: null, real_node_id: id };
}
