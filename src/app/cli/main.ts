/** The entry: command line -> exit code. */
import { runCli } from './run-cli.ts';

process.exitCode = await runCli(process.argv.slice(2));
