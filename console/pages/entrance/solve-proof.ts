/** Solves the proof of work that requests without a session need. It takes about a second. */
import type { RouteContract } from '../../../src/api/contract.ts';
import { callRoute } from '../../data/api.ts';

type Proof = RouteContract['POST /api/sign-up']['body']['proof'];

export async function solveProof(): Promise<Proof> {
  const [challenge, { solveChallenge }, { deriveKey }] = await Promise.all([
    callRoute('GET /api/sign-up.challenge'),
    import('altcha-lib'),
    import('altcha-lib/algorithms/pbkdf2'),
  ]);
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
  if (!solution) throw new Error('The proof of work was not found in time');
  return { challenge: challenge as Proof['challenge'], solution: { ...solution } };
}
