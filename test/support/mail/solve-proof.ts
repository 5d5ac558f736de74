/** Solves the proof of work of a server, as a browser does. */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { ConsoleClient } from '../clients/console-client.ts';

export async function solveProof(client: ConsoleClient) {
  const { body: challenge } = await client.get('/api/sign-up.challenge');
  const solution = await solveChallenge({ challenge, deriveKey });
  return { challenge, solution };
}
