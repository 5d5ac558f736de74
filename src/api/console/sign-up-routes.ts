/** Signing up and resetting a password by e-mail. The answer never reveals whether an address has a user. */
import { z } from 'zod';
import { askForProof, checkProof, type Proof } from '../../core/accounts/proof-of-work.ts';
import { countMailRequest } from '../../core/accounts/mail-requests.ts';
import {
  rejectDomain,
  requestPasswordReset,
  requestSignUp,
  requireOpenSignUp,
  type SignUpTerms,
} from '../../core/sign-up/sign-up.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { rowId } from '../../platform/lib/id.ts';
import { email } from '../procedures/fields/fields.ts';
import { type Call, type Route, route } from '../http/route.ts';
import type { SessionDependencies } from './session-routes.ts';

export interface SignUpDependencies extends SessionDependencies, SignUpTerms {
  /** The mail server. Undefined if the server sends no e-mail. */
  readonly smtp: unknown;
}

export const challenge = z.looseObject({
  parameters: z.looseObject({
    algorithm: z.string().max(40),
    nonce: z.string().max(200),
    salt: z.string().max(200),
    cost: z.number().int().min(1).max(10_000),
    keyLength: z.number().int().min(1).max(64),
    keyPrefix: z.string().max(200),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  }),
  signature: z.string().max(200).optional(),
});
const proof = z
  .strictObject({
    challenge,
    solution: z.looseObject({
      counter: z.number().int().min(0).max(1_000_000),
      derivedKey: z.string().max(200),
    }),
  })
  .describe('Solution of a challenge from /api/sign-up.challenge, as ALTCHA libraries solve it. Valid once.');

export const signUpBody = z.strictObject({
  email,
  referral: z
    .string()
    .trim()
    .max(40)
    .regex(/^[\w-]*$/)
    .optional()
    .describe('Referral code, if somebody recommended the server.'),
  plan: z
    .string()
    .regex(rowId)
    .optional()
    .describe(
      'Id of the plan that the person chose. The link leads to its purchase, if it is still offered.',
    ),
  proof,
});
export const forgotBody = z.strictObject({ email, proof });

const mailResponses = {
  200: {
    description: 'If the address can get a mail, it was queued.',
    shape: z.strictObject({ sent: z.literal(true) }),
  },
};

export function signUpRoutes(parts: SignUpDependencies): Route[] {
  const line = { interfaceName: 'console', auth: 'none', isPublic: true } as const;
  return [
    route({
      ...line,
      method: 'GET',
      path: '/api/sign-up.challenge',
      summary: 'Get a proof of work to solve before a sign-up or a password reset',
      responses: {
        200: { description: 'A challenge of ALTCHA, valid once, for five minutes.', shape: challenge },
      },
      errorCodes: ['mail_not_offered'],
      handle: async ({ reply }) => {
        requireMail(parts);
        reply.header('cache-control', 'no-store');
        return askForProof(parts.db);
      },
    }),
    route({
      ...line,
      method: 'POST',
      path: '/api/sign-up',
      summary: 'Request a link by e-mail with which you open an account',
      body: signUpBody,
      responses: mailResponses,
      errorCodes: ['sign_up_closed', 'mail_not_offered', 'proof_invalid', 'sign_ups_too_many'],
      handle: call => signUp(parts, call),
    }),
    route({
      ...line,
      method: 'POST',
      path: '/api/password.forgot',
      summary: 'Request a password reset link by e-mail',
      body: forgotBody,
      responses: mailResponses,
      errorCodes: ['mail_not_offered', 'proof_invalid', 'sign_ups_too_many'],
      handle: call => sendReset(parts, call),
    }),
  ];
}

async function signUp(
  parts: SignUpDependencies,
  { body, request, language }: Call<z.infer<typeof signUpBody>>,
) {
  requireOpenSignUp(parts);
  requireMail(parts);
  const { email: address, referral, plan, proof: submittedProof } = body;
  rejectDomain(address, parts);
  await admit(parts, submittedProof, request.ip);
  const signUpRequest = { email: address, language, referral: referral || undefined, plan };
  await requestSignUp(parts.db, signUpRequest, parts);
  return { sent: true };
}

async function sendReset(
  parts: SignUpDependencies,
  { body, request, language }: Call<z.infer<typeof forgotBody>>,
) {
  requireMail(parts);
  await admit(parts, body.proof, request.ip);
  await requestPasswordReset(parts.db, { email: body.email, language });
  return { sent: true };
}

/** Throws AppError `proof_invalid` or `sign_ups_too_many`. */
async function admit(
  { db, signUpsPerHour }: SignUpDependencies,
  submittedProof: z.infer<typeof proof>,
  address: string,
) {
  await checkProof(db, submittedProof as Proof);
  await countMailRequest(db, address, signUpsPerHour);
}

function requireMail({ smtp }: SignUpDependencies): void {
  if (!smtp) throw new AppError('mail_not_offered');
}
