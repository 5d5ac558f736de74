/**
 * A process between Kinora and a server that it runs: it ends the server when Kinora is gone, however that
 * ended. Its arguments are the program and the arguments of the program.
 */
import { spawn } from 'node:child_process';

const [program = '', ...args] = process.argv.slice(2);

// Kinora decides when the server ends. A signal to the whole group must not.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.once('error', ({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exit(127);
});
child.once('exit', (code, signal) => {
  process.stderr.write(`it ended: ${signal ?? `exit code ${code}`}\n`);
  process.exit(code ?? 1);
});
// The program may be a script that started the server. This process leads the group of
// all of them, so it ends with them.
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
