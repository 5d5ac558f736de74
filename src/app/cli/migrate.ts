/** kinora migrate: brings the database to the schema of this version, apart from serving. */
import { loadConfig } from '../../platform/config/config.ts';
import { migrate, missingMigrations } from '../../platform/db/migrate.ts';
import { exitCodes, jsonOption, printJson, type Command } from './command.ts';
import { describePlace } from './installation.ts';
import { withInstallation } from './with-database.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  description:
    'Bring the database to the schema of this version. Processes of the previous version may be running.',
  options: {
    check: {
      type: 'boolean',
      description: 'Change nothing. Exits with code 1 if a migration is missing.',
    },
    ...jsonOption,
  },
  run: async ({ flags }) => {
    const config = loadConfig();
    const isCheck = flags['check'] === true;
    const names = await withInstallation(config, isCheck ? missingMigrations : migrate);
    if (flags['json'] === true) printJson(isCheck ? { missing: names } : { applied: names });
    else
      process.stdout.write(
        `${report(names, isCheck)} ${describePlace(config)}\n${names.map(name => `  ${name}\n`).join('')}`,
      );
    return isCheck && names.length > 0 ? exitCodes.failed : exitCodes.ok;
  },
};

function report({ length }: readonly string[], isCheck: boolean): string {
  if (length === 0) return 'No migration is missing in';
  const files = length === 1 ? '1 migration' : `${length} migrations`;
  return isCheck ? `Missing: ${files} of` : `Applied: ${files} to`;
}
