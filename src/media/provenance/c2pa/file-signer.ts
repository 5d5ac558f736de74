/** Signs files according to C2PA, with the operator's certificate, in a thread of its own. */
import type { Provenance } from '../provenance-record.ts';
import { ingredientDefinition, manifestDefinition } from './manifest-definition.ts';
import type { Origin } from './origin.ts';
import { CredentialError, type SigningCredential } from './signing-credential.ts';
import { openSigningQueue } from './signing-queue.ts';

/** Thrown if a file could not be signed. */
export class SigningError extends Error {
  override readonly name = 'SigningError';
}

export interface FileSigner {
  /**
   * Returns a PNG, JPEG or MP4 with a signed manifest. It must be the last change of the file.
   * The given bytes are moved to another thread and cannot be read afterwards. Throws
   * SigningError, also for other types.
   */
  sign(file: UnsignedFile, provenance: Provenance, origin?: Origin): Promise<Uint8Array>;
  /**
   * Signs a small picture and reads it as a verifier does. Throws CredentialError if verifiers
   * would not accept the certificate.
   */
  check(): Promise<void>;
  /** Ends the thread. Nothing may be signed afterwards. */
  close(): Promise<void>;
}

export interface UnsignedFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** All types in which files are stored can be signed but WebM, which the library does not know. */
const signableTypes = ['image/png', 'image/jpeg', 'video/mp4'];

const emptyOrigin: Origin = { ingredients: [], isCopy: false };

/** A picture of one pixel. */
const smallestPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

/** Failures that depend only on the date: the certificate is accepted while it is valid. */
const dateFailures = ['signingCredential.expired', 'claimSignature.outsideValidity'];

export function openFileSigner(credential: SigningCredential): FileSigner {
  const queue = openSigningQueue(credential);
  const sign: FileSigner['sign'] = async ({ bytes, contentType }, provenance, origin = emptyOrigin) => {
    if (!signableTypes.includes(contentType))
      throw new SigningError(`A file of the type ${contentType} cannot contain a C2PA manifest.`);
    const definition = JSON.stringify(manifestDefinition(provenance, contentType, origin));
    const ingredients = origin.ingredients.map((ingredient, index) => ({
      definition: JSON.stringify(ingredientDefinition(ingredient, index)),
      contentType: ingredient.contentType,
      bytes: signableTypes.includes(ingredient.contentType) ? ingredient.bytes : undefined,
    }));
    const answer = await queue.send({ kind: 'sign', bytes, contentType, definition, ingredients });
    if ('bytes' in answer) return answer.bytes;
    throw new SigningError(`The ${contentType} file could not be signed. ${JSON.stringify(answer)}`);
  };
  return {
    sign,
    check: async () => {
      const file = { bytes: Buffer.from(smallestPng, 'base64'), contentType: 'image/png' };
      const bytes = await sign(file, trialProvenance).catch((error: unknown) => {
        throw new CredentialError('Signing with the certificate and the key failed.', { cause: error });
      });
      const answer = await queue.send({ kind: 'check', bytes });
      if (!('failures' in answer))
        throw new CredentialError(`A signed file cannot be read: ${JSON.stringify(answer)}`);
      const failure = answer.failures.find(({ code }) => !dateFailures.includes(code));
      if (failure) {
        throw new CredentialError(
          `Verifiers would not accept what this certificate signs: ${failure.code}, ${failure.explanation}. Use a certificate for signing C2PA claims.`,
        );
      }
    },
    close: () => queue.close(),
  };
}

const trialProvenance: Provenance = {
  engine: 'none',
  model: 'none',
  prompt: '',
  seed: 0,
  parameters: {},
  taskId: '0',
  createdAt: '2026-01-01T00:00:00.000Z',
  digitalSourceType: 'algorithmicMedia',
};
