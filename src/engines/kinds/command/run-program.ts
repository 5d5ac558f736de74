/**
 * A separate process that runs one program in the folder of its step and records its progress and its end in
 * files. It outlives the server, so the files of the folder are all that it gets from it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backgroundSleep, systemClock } from '@kinora/shared/clock';
import { followProgress } from './follow-progress.ts';
import { onOutputLine } from './output-lines.ts';
import { killGroup, readProcessFacts } from './process-facts.ts';
import {
  programRun,
  readRunFile,
  runFiles,
  writeRunFile,
  type ProgramRun,
  type RunExit,
} from './run-files.ts';

const watchMs = 2_000;
const outputMs = 500;
const maxLogBytes = 1024 * 1024;
const maxLineLength = 500;
const keptLines = 20;

const folder = process.argv[2] ?? '';
await main();

async function main(): Promise<void> {
  process.chdir(folder);
  const run = await readRunFile('.', runFiles.run, programRun);
  if (!run || !(await claim()) || !(await isSameFolder())) return;
  try {
    await writeRunFile('.', runFiles.exit, await runToEnd(run));
  } finally {
    // What the program left running must not hold the graphics card. This process
    // leads the group, so it ends here.
    killGroup(process.pid);
  }
}

/** Returns whether this runner is the first of several in a folder, after a crash of the server. */
async function claim(): Promise<boolean> {
  const facts = JSON.stringify(readProcessFacts(process.pid));
  return writeFile(runFiles.process, facts, { flag: 'wx' }).then(
    () => true,
    () => false,
  );
}

/** Returns false after a cancellation, which moves the folder away before it looks for a process. */
async function isSameFolder(): Promise<boolean> {
  const [currentFolder, runFolder] = await Promise.all(
    ['.', folder].map(path => stat(path).catch(() => undefined)),
  );
  return currentFolder !== undefined && currentFolder.ino === runFolder?.ino;
}

async function runToEnd(run: ProgramRun): Promise<RunExit> {
  const child = spawn(run.program, run.arguments, {
    env: run.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lastLines: string[] = [];
  const progress = followProgress(state => writeRunFile('.', runFiles.progress, state));
  const exit = waitForEnd(child);
  // Before anything is awaited: Node drops the output of a process that ends before it is read.
  const log = openLog(lastLines);
  onOutputLine(child.stdout, line => progress.read(line) || log(line));
  onOutputLine(child.stderr, log);
  if (child.pid !== undefined) {
    const program = readProcessFacts(child.pid);
    await writeRunFile('.', runFiles.process, { ...readProcessFacts(process.pid), program });
  }
  let stopped: RunExit['reason'];
  void watch(run).then(stopReason => {
    stopped = stopReason;
    child.kill('SIGKILL');
  });
  const { code, signal, failure } = await exit;
  const because = failure ?? stopped;
  return { code, signal, ...(because !== undefined && { reason: because }), lastLines };
}

interface End {
  readonly code: number | null;
  readonly signal: string | null;
  readonly failure?: string;
}

function waitForEnd(child: ChildProcess): Promise<End> {
  return new Promise(resolve => {
    child.once('error', ({ message }) => resolve({ code: null, signal: null, failure: message }));
    const closed = new Promise(done => child.once('close', done));
    child.once('exit', async (code, signal) => {
      // The rest of its output, but not for long: something that the program left running may hold it open.
      await Promise.race([closed, backgroundSleep(outputMs)]);
      resolve({ code, signal });
    });
  });
}

/** Resolves with the limit that was reached. */
async function watch({ timeoutMs, maxBytes }: ProgramRun): Promise<RunExit['reason']> {
  const endMs = systemClock.now() + timeoutMs;
  for (;;) {
    await backgroundSleep(Math.min(watchMs, Math.max(1, endMs - systemClock.now())));
    if (systemClock.now() >= endMs)
      return { code: 'run_too_long', details: { seconds: Math.round(timeoutMs / 1000) } };
    if (!(await isSameFolder())) return { code: 'run_cancelled', details: {} };
    if ((await readSize('.')) > maxBytes)
      return { code: 'run_too_large', details: { megabytes: Math.round(maxBytes / 1024 / 1024) } };
  }
}

async function readSize(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function openLog(lastLines: string[]): (line: string) => void {
  let size = 0;
  return line => {
    const text = line.slice(0, maxLineLength);
    lastLines.push(text);
    if (lastLines.length > keptLines) lastLines.shift();
    size += text.length + 1;
    if (size < maxLogBytes) appendFileSync(runFiles.log, `${text}\n`);
  };
}
