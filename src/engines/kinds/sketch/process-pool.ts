/**
 * A fixed number of drawing processes, started when first needed or beforehand, that take work from one
 * queue. One that dies fails its work and is replaced; one that has grown is replaced between two pieces of
 * work; all end when there has been no work for a while.
 */
import { backgroundSleep } from '@kinora/shared/clock';
import { type DrawingProcess, startDrawingProcess } from './drawing-process.ts';
import type { SketchUpdate, SketchWork } from './sketch-work.ts';

export interface PoolLimits {
  /** A process that holds more than this between two pieces of work is replaced. */
  readonly restingBytes: number;
  /** Without work for this long, all processes end. */
  readonly idleMs: number;
}

interface Entry {
  readonly work: SketchWork;
  readonly onUpdate: (update: SketchUpdate) => void;
  overtaken: number;
}

/** A new process holds 160 MB, one that has drawn a grid of 1024x1024 some 230 MB. */
const defaultLimits: PoolLimits = { restingBytes: 256 * 1024 * 1024, idleMs: 60_000 };

/** Pictures up to 1536x1536 take less than this, and so do texts and sounds. */
const normalMegabytes = 240;
/** At its beginning, while the layers are painted. */
const clipMegabytes = 340;
/** The memory of a drawing of 2048x2048. The largest take 800 MB. */
const largeMegabytes = 450;
const largePixels = 1536 * 1536;
/**
 * Memory for the jobs in progress, per process: two processes have room for two clips, or for
 * a large and a normal picture.
 */
const megabytesAProcess = 350;
/** Work that waits for memory is overtaken by smaller work this many times. */
const maxOvertaken = 8;

/** What an engine needs of the pool in which it draws. */
export type DrawingPool = Pick<ProcessPool, 'run' | 'warmUp' | 'idle' | 'close'>;

export class ProcessPool {
  readonly #size: number;
  readonly #limits: PoolLimits;
  readonly #queue: Entry[] = [];
  readonly #processes = new Set<DrawingProcess>();
  /** Without an entry: its work is over or dropped, and it cannot take the next yet. */
  readonly #busy = new Map<DrawingProcess, Entry | undefined>();
  #isClosing = false;
  /** Counts changes, so that the wait for the end of an idle time notices work in between. */
  #changes = 0;

  constructor(size: number, limits = defaultLimits) {
    this.#size = size;
    this.#limits = limits;
  }

  /**
   * Queues a piece of work; `onUpdate` is called until its last update (a result or
   * `failed`). Returns how to drop it.
   */
  run(work: SketchWork, onUpdate: (update: SketchUpdate) => void): () => void {
    const entry = { work, onUpdate, overtaken: 0 };
    this.#queue.push(entry);
    this.#assign();
    return () => this.#drop(entry);
  }

  /** Starts all processes, so that the first work does not wait for them. */
  warmUp(): void {
    this.#changes++;
    while (!this.#isClosing && this.#processes.size < this.#size) this.#start();
    if (this.#busy.size === 0) void this.#endWhenIdle();
  }

  /** How many pieces of work would be begun immediately. */
  get idle(): number {
    return this.#size - this.#queue.length - this.#busy.size;
  }

  /** Ids of the processes that are running now. */
  get pids(): readonly number[] {
    return [...this.#processes].map(({ pid }) => pid);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#endAll();
    await Promise.all([...this.#processes].map(({ exit }) => exit));
  }

  #assign(): void {
    this.#changes++;
    while (!this.#isClosing) {
      const next = this.#queue.findIndex(entry => this.#hasRoomFor(entry) || entry.overtaken >= maxOvertaken);
      const candidate = this.#queue[next];
      if (!candidate || !this.#hasRoomFor(candidate)) break;
      const freeProcess = this.#findFree();
      if (!freeProcess) return;
      const [entry] = this.#queue.splice(next, 1) as [Entry];
      for (const overtakenEntry of this.#queue.slice(0, next)) overtakenEntry.overtaken++;
      this.#busy.set(freeProcess, entry);
      freeProcess.draw(entry.work);
    }
    if (this.#busy.size === 0) void this.#endWhenIdle();
  }

  /** Whether there is memory for the work. One piece of work always has room. */
  #hasRoomFor({ work }: Entry): boolean {
    const inHand = [...this.#busy.values()].flatMap(entry => (entry ? [estimateMegabytes(entry.work)] : []));
    return (
      inHand.reduce((sum, each) => sum + each, estimateMegabytes(work)) <= this.#size * megabytesAProcess ||
      inHand.length === 0
    );
  }

  #findFree(): DrawingProcess | undefined {
    const free = [...this.#processes].find(each => !this.#busy.has(each));
    return free ?? (this.#processes.size < this.#size ? this.#start() : undefined);
  }

  async #endWhenIdle(): Promise<void> {
    const before = this.#changes;
    await backgroundSleep(this.#limits.idleMs);
    if (before === this.#changes) this.#endAll();
  }

  #endAll(): void {
    for (const each of this.#processes) each.end();
  }

  #start(): DrawingProcess {
    const drawingProcess = startDrawingProcess({
      onUpdate: update => {
        const entry = this.#busy.get(drawingProcess);
        if (update.type !== 'progress') this.#busy.set(drawingProcess, undefined);
        entry?.onUpdate(update);
      },
      onRest: residentBytes => {
        if (residentBytes > this.#limits.restingBytes) return drawingProcess.end();
        this.#busy.delete(drawingProcess);
        this.#assign();
      },
      onExit: reason => {
        const entry = this.#busy.get(drawingProcess);
        this.#processes.delete(drawingProcess);
        this.#busy.delete(drawingProcess);
        entry?.onUpdate({ type: 'failed', message: `a drawing process ended: ${reason}` });
        this.#assign();
      },
    });
    this.#processes.add(drawingProcess);
    return drawingProcess;
  }

  #drop(entry: Entry): void {
    const waiting = this.#queue.indexOf(entry);
    if (waiting >= 0) this.#queue.splice(waiting, 1);
    // Drawing cannot be interrupted: the process is ended, and another takes its place.
    for (const [each, currentEntry] of this.#busy) {
      if (currentEntry !== entry) continue;
      this.#busy.set(each, undefined);
      each.end();
    }
  }
}

function estimateMegabytes({ kind, job }: SketchWork): number {
  if (kind === 'clip') return clipMegabytes;
  return kind === 'picture' && job.width * job.height > largePixels ? largeMegabytes : normalMegabytes;
}
