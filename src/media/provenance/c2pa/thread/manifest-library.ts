/**
 * The C2PA library, which is WebAssembly made for workers of browsers. It blocks its thread while it hashes,
 * and keeps the memory of the largest file that it has signed.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initSync, WasmBuilder, WasmReader } from '@contentauth/c2pa-wasm';
import { signClaim } from '../claim-signature.ts';
import type { SigningCredential } from '../signing-credential.ts';
import type { CheckFailure, SigningOrder } from '../signing-order.ts';

type SignOrder = Extract<SigningOrder, { kind: 'sign' }>;
type SignerDefinition = Parameters<WasmBuilder['sign']>[0];

export interface ManifestLibrary {
  sign(order: SignOrder): Promise<Uint8Array>;
  /**
   * What a verifier that knows no trust list reports about a signed PNG, except that it
   * does not know the certificate.
   */
  findFailures(bytes: Uint8Array): Promise<readonly CheckFailure[]>;
}

/**
 * The uses that a certificate must allow: the signing of C2PA claims or, as older certificates have it, of
 * e-mail or of documents.
 */
const acceptedUsages = ['1.3.6.1.4.1.62558.2.1', '1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36'];

/**
 * The library may not fetch anything, and what it has just signed is not read again:
 * that took as long as signing.
 */
const settings = JSON.stringify({
  verify: { verify_after_sign: false, remote_manifest_fetch: false, ocsp_fetch: false },
  trust: { trust_config: acceptedUsages.join('\n') },
  builder: { thumbnail: { enabled: false } },
});

/**
 * Each manifest contains those of its ingredients, which takes time. After some 15 generations,
 * the ingredients are only named.
 */
const maxManifestBytes = 64 * 1024;

const unknownCertificate = 'signingCredential.untrusted';
const noManifest = { code: 'claim.missing', explanation: 'there is no manifest' };

/** Loads the library into this thread. */
export function openManifestLibrary(credential: SigningCredential): ManifestLibrary {
  const program = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'));
  initSync({ module: new WebAssembly.Module(readFileSync(program)) });
  Object.assign(globalThis, { FileReaderSync: BlobReader });
  const signer = {
    alg: credential.algorithm,
    // Room in the file for the signature, whose size is the same for every claim.
    reserveSize: signClaim(new Uint8Array(), credential).length,
    sign: async (claim: Uint8Array) => new Uint8Array(signClaim(claim, credential)),
  };
  return {
    sign: async order => {
      const signed = await signOrder(signer, order);
      if (signed.length - order.bytes.length <= maxManifestBytes) return signed;
      const namedIngredients = order.ingredients.map(ingredient => ({ ...ingredient, bytes: undefined }));
      return signOrder(signer, { ...order, ingredients: namedIngredients });
    },
    findFailures: async bytes => {
      using reader = await WasmReader.fromBytes('image/png', bytes, settings);
      const { validation_results: results } = JSON.parse(reader.json()) as ManifestStore;
      const failures = results?.activeManifest?.failure ?? [noManifest];
      return failures.filter(({ code }) => code !== unknownCertificate);
    },
  };
}

async function signOrder(
  signer: SignerDefinition,
  { bytes, contentType, definition, ingredients }: SignOrder,
): Promise<Uint8Array> {
  using builder = WasmBuilder.fromJson(definition, settings);
  for (const ingredient of ingredients)
    if (ingredient.bytes)
      await builder.addIngredientFromBlob(
        ingredient.definition,
        ingredient.contentType,
        new MemoryBlob(ingredient.bytes),
      );
    else builder.addIngredient(ingredient.definition);
  return await builder.sign(signer, [], contentType, new MemoryBlob(bytes));
}

/** The part of the library's report that is read here. */
interface ManifestStore {
  readonly validation_results?: {
    readonly activeManifest?: { readonly failure: readonly CheckFailure[] };
  };
}

/** Node reads blobs asynchronously only, and the library synchronously. */
class MemoryBlob extends Blob {
  readonly content: Uint8Array;

  constructor(content: Uint8Array) {
    super();
    this.content = content;
  }

  override get size(): number {
    return this.content.length;
  }

  override slice(start?: number, end?: number): MemoryBlob {
    return new MemoryBlob(this.content.subarray(start, end));
  }
}

/** The `FileReaderSync` of browsers, for the blobs above. */
class BlobReader {
  readAsArrayBuffer(blob: MemoryBlob): ArrayBuffer {
    return new Uint8Array(blob.content).buffer;
  }
}
