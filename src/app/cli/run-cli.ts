/**
 * Finds and runs the command that the command line names. Results go to standard output,
 * everything else to standard error.
 */
import { parseArgs } from 'node:util';
import packageJson from '../../../package.json' with { type: 'json' };
import { ConfigError } from '../../platform/config/config.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { nearestName } from '@kinora/shared/text/nearest-name';
import { procedures } from '../../api/procedures/table/procedures.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { backup } from './backup.ts';
import { exitCodes, UsageError, type Command } from './command.ts';
import { doctor } from './doctor.ts';
import { mcp } from './mcp.ts';
import { migrateCommand } from './migrate.ts';
import { procedureCommand } from './procedure-command.ts';
import { restore } from './restore.ts';
import { serve } from './serve.ts';
import { storageCopy } from './storage-copy.ts';
import { tryOut } from './try.ts';

const commands: readonly Command[] = [
  serve,
  tryOut,
  mcp,
  ...procedures.filter(({ name }) => !name.startsWith('session ')).map(procedureCommand),
  backup,
  restore,
  storageCopy,
  migrateCommand,
  doctor,
];

/** Runs one command and returns the exit code. Never throws. */
export async function runCli(args: readonly string[]): Promise<number> {
  // The reader of a pipe, such as `head`, may close it early.
  process.stdout.on('error', (error: { code?: string }) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  if (args[0] === '--version' || args[0] === '-v') return printText(packageJson.version);
  if (args.length === 0 || args[0] === 'help' || args[0] === '--help' || args[0] === '-h')
    return printText(usage());
  const json = args.includes('--json');
  const asksForHelp = args.includes('--help') || args.includes('-h');
  try {
    const verbs = findVerbs(args);
    if (asksForHelp && verbs.length > 0) return printText(usage(verbs));
    const command = find(args);
    const words = command.name.split(' ').length;
    if (asksForHelp) return printText(helpFor(command));
    return await command.run(parse(command, args.slice(words)));
  } catch (error) {
    return fail(error, json);
  }
}

/**
 * Whether the arguments name a command with options and values that it accepts. Does
 * nothing; throws a UsageError.
 */
export function checkUsage(args: readonly string[]): void {
  if (args[0] === 'help') return;
  const command = find(args);
  command.check?.(parse(command, args.slice(command.name.split(' ').length)));
}

function find(args: readonly string[]): Command {
  const match = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
  if (match) return match;
  const verbs = findVerbs(args).map(({ name }) => name);
  if (verbs.length > 0)
    throw new UsageError(`Missing subcommand. Available: kinora ${verbs.join(', kinora ')}.`);
  const requestedName = readCommandName(args);
  const nearest = nearestName(
    requestedName,
    commands.map(({ name }) => name),
  );
  throw new UsageError(
    `Unknown command "${requestedName}".${nearest ? ` Did you mean "${nearest}"?` : ''} See: kinora help`,
  );
}

function readCommandName(args: readonly string[]): string {
  return args
    .filter(arg => !arg.startsWith('-'))
    .slice(0, 2)
    .join(' ');
}

/** The commands of a noun: `token` -> `token create`, `token list` and so on. Empty for anything else. */
function findVerbs(args: readonly string[]): Command[] {
  const requestedName = readCommandName(args);
  return commands.filter(({ name }) => requestedName !== '' && name.startsWith(`${requestedName} `));
}

function parse(command: Command, args: readonly string[]): Parameters<Command['run']>[0] {
  try {
    const { values, positionals } = parseArgs({
      args: withNegatives(command, args),
      options: command.options,
      allowNegative: true,
      allowPositionals: command.positionals !== undefined,
      strict: true,
    });
    return { flags: values as Record<string, string | boolean | undefined>, words: positionals };
  } catch (error) {
    throw new UsageError(
      `${(error as Error).message.replace(/\.?$/, '.')} See: kinora ${command.name} --help`,
    );
  }
}

/** Writes `--cost -1` as `--cost=-1`, so that the field itself reports what is wrong with it. */
function withNegatives({ options }: Command, args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const option = joined.at(-1) ?? '';
    const takesValue = option.startsWith('--') && options[option.slice(2)]?.type === 'string';
    if (takesValue && /^-\.?\d/.test(arg)) joined[joined.length - 1] = `${option}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

function fail(error: unknown, json: boolean): number {
  const [code, message] = explain(error);
  if (json) process.stdout.write(`${JSON.stringify({ error: { message } })}\n`);
  process.stderr.write(`${message}\n`);
  return code;
}

function explain(error: unknown): [number, string] {
  if (error instanceof UsageError) return [exitCodes.usage, error.message];
  if (error instanceof ConfigError) return [exitCodes.usage, error.message];
  if (error instanceof StartError || error instanceof AppError) return [exitCodes.failed, error.message];
  return [exitCodes.failed, error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

/** The help: of all commands, or of the commands of one noun. */
function usage(listedCommands: readonly Command[] = commands): string {
  const width = Math.max(...listedCommands.map(synopsis).map(text => text.length)) + 2;
  const lines = listedCommands.map(command => `  ${synopsis(command).padEnd(width)}${command.description}`);
  return [
    'Kinora: self-hosted media generation.',
    '',
    'Usage: kinora <command> [options]',
    '',
    ...lines,
    '',
    'Run "kinora <command> --help" for the options of a command.',
  ].join('\n');
}

function helpFor(command: Command): string {
  const width = Math.max(0, ...Object.keys(command.options).map(name => name.length)) + 6;
  const options = Object.entries(command.options).map(
    ([name, option]) => `  --${name.padEnd(width)}${option.description}`,
  );
  return [
    `kinora ${synopsis(command)}`,
    '',
    command.description,
    ...(options.length > 0 ? ['', ...options] : []),
  ].join('\n');
}

function synopsis({ name, positionals }: Command): string {
  return positionals ? `${name} ${positionals}` : name;
}

function printText(text: string): number {
  process.stdout.write(`${text}\n`);
  return exitCodes.ok;
}
