/**
 * Makes a command from a procedure: its fields become options, and one may be positional. Prints
 * a table, lines, JSON or CSV.
 */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { readPrices } from '../../core/billing/prices.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { toCsv } from '@kinora/shared/text/csv';
import { AppError } from '@kinora/shared/errors/errors';
import { parseWith } from '../../api/http/request/parse-with.ts';
import { fileAddress } from '../../api/http/reply/file-address.ts';
import { retryTerms } from '../../api/records/retry-terms.ts';
import { openTaskRecorder } from '../../api/records/task-summary.ts';
import { openStorage } from '../../media/s3/open-storage.ts';
import { engineKinds } from '../../engines/kinds/engine-kinds.ts';
import { readWorkflows } from '../../core/catalogue/engines/workflow-rows.ts';
import { paymentParts } from '../start/payment-parts.ts';
import { configuredMailServer } from '../start/mail-server.ts';
import { openLocalModels } from '../../core/local-models/open-local-models.ts';
import { openLog } from '../../platform/log/log.ts';
import { readModelRows } from '../../core/catalogue/models/model-rows.ts';
import { readCatalogue } from '../../core/catalogue/models/catalogue.ts';
import { openBannedWords } from '../../core/moderation/banned-words.ts';
import { withModeration } from '../../core/moderation/moderation-server.ts';
import type { Procedure } from '../../api/procedures/procedure.ts';
import { runProcedure } from '../../api/procedures/run-procedure.ts';
import { openSecretKeys } from '../../core/catalogue/secrets/secret-keys.ts';
import { browserAddress } from '../start/addresses.ts';
import { openHookCheck } from '../start/check-hooks.ts';
import { openFetch } from '../start/open-fetch.ts';
import { disposeAll, type Cleanup } from '../start/cleanup.ts';
import { exitCodes, jsonOption, printJson, UsageError, type Command, type CommandInput } from './command.ts';
import { followInstallation } from './local-progress.ts';
import { printResult } from './print-result.ts';
import { withDatabase } from './with-database.ts';

const csvOption = { csv: { type: 'boolean', description: 'Print CSV.' } } as const;

export function procedureCommand(procedure: Procedure): Command {
  const { name, description, word, changes } = procedure;
  const fields = inputFields(procedure);
  const options = Object.fromEntries(
    Object.entries(fields)
      .filter(([field]) => field !== word)
      .map(([field, type]) => [
        optionName(field),
        {
          type: isSwitch(type) ? ('boolean' as const) : ('string' as const),
          description: findDescription(type),
        },
      ]),
  );
  return {
    name,
    description,
    options: { ...options, ...jsonOption, ...(changes ? {} : csvOption) },
    ...(word !== undefined && { positionals: `<${word}>${word === 'words' ? ' …' : ''}` }),
    check: commandInput => void parse(procedure, commandInput),
    run: async commandInput => {
      const input = parse(procedure, commandInput);
      const result = await run(procedure, input);
      if (commandInput.flags['csv'] && Array.isArray(result)) process.stdout.write(toCsv(result));
      else if (commandInput.flags['json']) printJson(result);
      else printResult(name, result);
      if (installing.has(name) && !commandInput.flags['json']) return follow(result);
      return hasFailed(result) ? exitCodes.failed : exitCodes.ok;
    },
  };
}

/** Commands after which the server installs something. */
const installing = new Set(['local install', 'local add', 'local resume', 'local update']);

async function follow(result: unknown): Promise<number> {
  const { name } = result as { readonly name: string };
  const isReady = await withDatabase({ isReading: true }, db => followInstallation(db, name));
  return isReady ? exitCodes.ok : exitCodes.failed;
}

/** Whether a probe or a test was made, and found a fault. */
function hasFailed(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false;
}

function run(procedure: Procedure, input: unknown): Promise<unknown> {
  const config = loadConfig();
  const baseUrl = browserAddress(config);
  return withDatabase({ isReading: !procedure.changes }, async (db, account) => {
    const catalogue = readCatalogue();
    await readPrices(db, catalogue);
    catalogue.setRows(await readModelRows(db));
    const kinds = engineKinds(config);
    await readWorkflows(db, kinds);
    const cleanup: Cleanup = [];
    const { get, post } = openFetch(config, cleanup);
    const shared = { ...config, db, catalogue, baseUrl, language: 'en' } as const;
    const parts = {
      ...shared,
      openFiles: () => openStorage(config),
      bannedWords: withModeration(openBannedWords(db), config),
      secretKeys: openSecretKeys(config),
      engineKinds: kinds,
      refreshConfig: async () => {},
      toLine: openTaskRecorder(shared),
      retryTerms,
      fileAddress: fileAddress.bind(undefined, baseUrl),
      checkHook: openHookCheck(config),
      post,
      get,
      local: openLocalModels({ ...config, get }),
      ...paymentParts(config),
      mailServer: configuredMailServer(config),
      log: openLog(config),
    };
    try {
      return await runProcedure(parts, { kind: 'host', accountId: account.id }, { procedure, input });
    } finally {
      await disposeAll(cleanup);
    }
  });
}

/** Throws a UsageError. */
function readFile(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const { code = '' } = error as { readonly code?: string };
    throw new UsageError(`Cannot read ${file}: ${fileProblems[code] ?? code}.`);
  }
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not text in UTF-8',
};

/** Parses the input; throws a UsageError that names the option as it is typed. */
function parse({ name, input, word, isFile }: Procedure, { flags, words }: CommandInput): unknown {
  const { json: _, csv: __, ...flagValues } = flags;
  const fields: Record<string, unknown> = {};
  for (const [option, value] of Object.entries(flagValues)) fields[option.replaceAll('-', '_')] = value;
  const help = `See: kinora ${name} --help`;
  if (word !== undefined) {
    if (words.length === 0 || (words.length > 1 && word !== 'words'))
      throw new UsageError(`Expected exactly one <${word}>. ${help}`);
    fields[word] = isFile ? readFile(words[0] ?? '') : words.join(',');
  }
  try {
    return parseWith(input, fields);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [field = '', ...innerPath] = String(error.details['param'] ?? '').split('.');
    const file = isFile && field === word ? ` of ${words[0]}` : '';
    const option = field === word ? `<${word}>${file}` : `--${optionName(field)}`;
    // The place of an entry in a list with commas means nothing to the user.
    const isEntry = innerPath.length === 1 && /^\d+$/.test(innerPath[0] ?? '');
    const isNested = innerPath.length > 0 && !isEntry && error.details['reason'] !== undefined;
    const optionPlace = isNested ? `${option} (${innerPath.join('.')})` : option;
    const description = findDescription(inputFields({ input } as Procedure)[field]).replace(/\.$/, '');
    const reason = String(error.details['reason'] ?? error.message);
    throw new UsageError(
      field in fields
        ? `Invalid value for ${optionPlace}: ${reason} ${help}`
        : `Missing ${optionPlace}: ${description}. ${help}`,
    );
  }
}

function inputFields({ input }: Procedure): Record<string, z.ZodType> {
  return (input as z.ZodObject<Record<string, z.ZodType>>).shape;
}

/** An optional field, or one with a default, is described as the field that it wraps. */
function findDescription(type: z.ZodType | undefined): string {
  if (type?.description !== undefined) return type.description;
  return type !== undefined && 'unwrap' in type
    ? findDescription((type as z.ZodOptional<z.ZodType>).unwrap())
    : '';
}

function optionName(field: string): string {
  return field.replaceAll('_', '-');
}

function isSwitch(type: z.ZodType): boolean {
  return (
    type.safeParse(true).success && type.safeParse('true').success && !type.safeParse('anything').success
  );
}
