/** Solves the proof of work that requests without a session need. It takes about a second. */
import type { RouteContract } from '../../../src/api/contract.ts';
import { callRoute } from '../../data/api.ts';

type Proof = RouteContract['POST /api/sign-up']['body']['proof'];

/** `needsTls` is the message for browsers that compute nothing at an address without TLS. */
export async function solveProof(needsTls: string): Promise<Proof> {
  if (!isSecureContext) throw new Error(needsTls);
  const [challenge, { solveChallenge }, { deriveKey }] = await Promise.all([
    callRoute('GET /api/sign-up.challenge'),
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ]);
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
  if (!solution) throw new Error('The proof of work was not found in time');
  return { challenge: challenge as Proof['challenge'], solution: { ...solution } };
}
