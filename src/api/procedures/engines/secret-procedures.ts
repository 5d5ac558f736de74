/** secret rotate. */
import { z } from 'zod';
import { rotateKey } from '../../../core/catalogue/secrets/rotate-secrets.ts';
import { procedure } from '../procedure.ts';
import { rotationRecord, toRotationRecord } from '../records/rotation-record.ts';

export const secretProcedures = [
  procedure({
    name: 'secret rotate',
    description:
      'Encrypt the secrets of all engines with a new key, or with the first key of KINORA_SECRET_KEY.',
    who: 'operator',
    changes: true,
    // The key file changes between transactions.
    isOwnTransaction: true,
    input: z.strictObject({}),
    output: rotationRecord,
    run: async ({ database, secretKeys, note }) => {
      const record = toRotationRecord(await rotateKey(database, secretKeys));
      await note({ object: 'secret key', after: record });
      return record;
    },
  }),
];
