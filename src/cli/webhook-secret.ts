/** kinora webhook secret: what receivers check the signatures of hooks with. */
import { accountSecret } from '../webhooks/account-secret.ts';
import { shownSecret } from '../webhooks/sign.ts';
import { exitCodes, jsonOption, printJson, type Command } from './command.ts';
import { withDatabase } from './with-database.ts';

export const webhookSecret: Command = {
  name: 'webhook secret',
  says: 'Show the secret that signs what hooks are told (Standard Webhooks).',
  options: jsonOption,
  run: async ({ flags }) => {
    const secret = shownSecret(await withDatabase((db, account) => accountSecret(db, account.id)));
    if (flags['json']) printJson({ secret });
    else process.stdout.write(`${secret}\n`);
    return exitCodes.ok;
  },
};
