/**
 * A proof of work, which makes requests without a session cost their sender a second of computing. The
 * protocol is that of ALTCHA (https://altcha.org), so that its widgets and libraries solve it. Each challenge
 * can be used once, at any process.
 */
import { createChallenge as createAltcha, randomInt, verifySolution, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { AppError } from '@kinora/shared/errors/errors';
import { isRowId, newSecret } from '../../platform/lib/id.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { consumeChallenge, createChallenge } from './challenges.ts';

/** The work takes a phone about a second: the solver tries counters from 0 on. */
const cost = 1000;
const counters = { least: 1000, most: 3000 };

export interface Proof {
  readonly challenge: Challenge;
  readonly solution: { readonly counter: number; readonly derivedKey: string };
}

export async function askForProof(db: Queryable): Promise<Challenge> {
  const secret = newSecret();
  const id = await createChallenge(db, { kind: 'proof_of_work' }, { secret });
  // The challenge has no expiry of its own: the database decides when it has expired, because the clock of a
  // process may be wrong.
  return createAltcha({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(counters.most, counters.least),
    deriveKey,
    data: { id },
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: secret,
  });
}

/** Uses up the challenge. Throws AppError `proof_invalid`. */
export async function checkProof(db: Queryable, { challenge, solution }: Proof): Promise<void> {
  const id = challenge.parameters.data?.['id'];
  const data =
    typeof id === 'string' && isRowId(id)
      ? await consumeChallenge(db, id, { kind: 'proof_of_work' })
      : undefined;
  const secret = data?.['secret'];
  if (secret === undefined) throw new AppError('proof_invalid');
  const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: secret };
  const { verified: isVerified } = await verifySolution({ challenge, solution, deriveKey, ...secrets }).catch(
    () => ({
      verified: false,
    }),
  );
  if (!isVerified) throw new AppError('proof_invalid');
}
