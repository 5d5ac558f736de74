/**
 * An sd-server as a program, for tests: it accepts `--listen-port`, prints lines, and is configured by
 * the environment. FAKE_POLLS is the number of polls of a job. FAKE_FOLDER is the folder in which it
 * writes the ids of its processes; it exits immediately while there is a file `broken`.
 * FAKE_POLL_FAILURES polls are answered with status 500 once a job has begun. Each job is a line in the
 * file `jobs`, and none ends while there is a file `held`.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { openSdServer } from './sd-server.ts';

const folder = process.env['FAKE_FOLDER'] ?? '';
const port = Number(process.argv[process.argv.indexOf('--listen-port') + 1]);
appendFileSync(join(folder, 'starts'), `${process.pid}\n`);
process.stderr.write(`[INFO ] loading ${process.argv[2]}\r\u001B[32m  |==>   | 1/2\u001B[0m\r`);
if (existsSync(join(folder, 'broken'))) {
  process.stdout.write('CUDA error: out of memory\n');
  process.exit(1);
}
const pollFailures = Number(process.env['FAKE_POLL_FAILURES'] ?? 0);
const polls = Number(process.env['FAKE_POLLS'] ?? 2);
const onJob = () => appendFileSync(join(folder, 'jobs'), `${process.pid}\n`);
const sd = await openSdServer({ pollFailures, onJob }, port);
Object.defineProperty(sd.behavior, 'polls', {
  get: () => (existsSync(join(folder, 'held')) ? Infinity : polls),
});
process.stdout.write(`listening on ${port}\n`);
