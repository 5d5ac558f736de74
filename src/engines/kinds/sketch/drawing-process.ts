/** One drawing process as the server sees it. */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { mainThreadCollection } from '../../../platform/lib/main-thread-collection.ts';
import type { FromProcess, SketchUpdate, SketchWork } from './sketch-work.ts';

export interface DrawingProcess {
  readonly pid: number;
  /** Draws one piece of work. Call it only when the one before has ended. */
  draw(work: SketchWork): void;
  /** Ends it even if it is busy; `onExit` follows. May be repeated. */
  end(): void;
  readonly exit: Promise<void>;
}

export interface DrawingListeners {
  readonly onUpdate: (update: SketchUpdate) => void;
  /** It can take the next piece of work, and holds this much memory. */
  readonly onRest: (residentBytes: number) => void;
  /** Called once. */
  readonly onExit: (reason: string) => void;
}

const program = fileURLToPath(new URL('./sketch-process.ts', import.meta.url));

/**
 * glibc: one heap for all threads, and large blocks straight from the system, so that what is freed
 * is given back. By default it learns from the first freed canvas to keep all of that size
 * (mallopt(3), M_MMAP_THRESHOLD).
 */
const allocator = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '262144' };

/**
 * V8 counts canvases as growth of the heap, so it collects early: with a larger limit, a process that
 * draws clips is 100 MB larger.
 */
const growth = '--heap-growing-percent=20';
const options = ['--expose-gc', '--max-old-space-size=512', growth, ...mainThreadCollection];

/** This process keeps what Node compiled in a folder of its version, inside the one that is set. */
const compiled = getCompileCacheDir();
const compileCache = compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {};

export function startDrawingProcess(listeners: DrawingListeners): DrawingProcess {
  const child = fork(program, {
    serialization: 'advanced',
    // The server's settings and keys are not passed on.
    env: { ...allocator, ...compileCache },
    execArgv: options,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exit = new Promise<void>(resolve => {
    // A process that could not be started emits `error` and no `exit`.
    child.once('error', error => {
      listeners.onExit(error.message);
      resolve();
    });
    child.once('exit', (code, signal) => {
      child.removeAllListeners('error').on('error', () => {});
      listeners.onExit(signal ?? `exit code ${code}`);
      resolve();
    });
  });
  // The server may end while this one rests; while it draws, the work is waited for.
  const keepAlive = (isNeeded: boolean) => {
    for (const handle of [child, child.channel]) {
      if (isNeeded) handle?.ref();
      else handle?.unref();
    }
  };
  keepAlive(false);
  let isEnding = false;
  child.on('message', (message: FromProcess) => {
    if ('update' in message) return listeners.onUpdate(message.update);
    // The report was under way when the process was ended, which takes no more work.
    if (isEnding) return;
    keepAlive(false);
    listeners.onRest(message.residentBytes);
  });
  return {
    pid: child.pid ?? 0,
    draw: work => {
      keepAlive(true);
      child.send(work);
    },
    end: () => {
      isEnding = true;
      // Node must run until the process has exited, which `exit` waits for.
      keepAlive(true);
      child.kill('SIGKILL');
    },
    exit,
  };
}
