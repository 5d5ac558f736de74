/**
 * Reads and verifies the C2PA manifest of a file with a TypeScript implementation that shares no code with
 * the signing library (which is written in Rust). It does not check who issued the certificate.
 */
import { BMFF, JPEG, PNG } from '@trustnxt/c2pa-ts/asset';
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf';
import { IngredientAssertion, ManifestStore } from '@trustnxt/c2pa-ts/manifest';

export interface ReadManifest {
  readonly isValid: boolean;
  /** Status codes of the C2PA specification. */
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly generator: { readonly name?: string | undefined; readonly version?: string | undefined };
  readonly actions: readonly { readonly action: string }[];
  /** The source of the file. `hasManifest`: its manifest is part of this one. */
  readonly ingredients: readonly {
    readonly title?: string | undefined;
    readonly relationship?: string | undefined;
    readonly hasManifest: boolean;
  }[];
}

/** Returns undefined if the file has no manifest. */
export async function readManifest(bytes: Uint8Array): Promise<ReadManifest | undefined> {
  const asset = openAsset(new Uint8Array(bytes));
  const box = asset.getManifestJUMBF();
  if (!box) return undefined;
  const store = ManifestStore.read(SuperBox.fromBuffer(new Uint8Array(box)));
  const { isValid, statusEntries } = await store.validate(asset);
  const codes = (success: boolean) =>
    statusEntries.filter(entry => entry.success === success).map(({ code }) => String(code));
  const { claim, assertions } = store.getActiveManifest() ?? {};
  const ingredients = assertions?.assertions.filter(each => each instanceof IngredientAssertion) ?? [];
  return {
    isValid,
    passed: codes(true),
    failed: codes(false),
    generator: { name: claim?.claimGeneratorName, version: claim?.claimGeneratorVersion },
    actions: withoutUndefined(assertions?.getActionAssertions().flatMap(({ actions }) => actions) ?? []),
    ingredients: ingredients.map(({ title, relationship, activeManifest }) => ({
      title,
      relationship,
      hasManifest: activeManifest !== undefined,
    })),
  };
}

/** Returns the value without the fields that are undefined. */
function withoutUndefined<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

function openAsset(bytes: Uint8Array<ArrayBuffer>): PNG | JPEG | BMFF {
  if (PNG.canRead(bytes)) return new PNG(bytes);
  if (JPEG.canRead(bytes)) return new JPEG(bytes);
  // Only the brands of HEIC images are known. The brand is in the box `ftyp`, which the
  // specification excludes from the hash.
  bytes.set(new TextEncoder().encode('heic'), 8);
  return new Mp4(bytes);
}

/** The path `/uuid` means the box of the manifest, although the XMP packet is in another box of that type. */
class Mp4 extends BMFF {
  override getBoxByPath(path: string): ReturnType<BMFF['getBoxByPath']> {
    if (path !== '/uuid') return super.getBoxByPath(path);
    const ofManifest = BMFF.c2paBoxUserType.join();
    return this.getTopLevelBoxes().find(({ userType }) => userType?.join() === ofManifest);
  }
}
