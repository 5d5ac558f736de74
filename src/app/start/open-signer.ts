/** Opens what signs generated files, if the operator set a certificate. */
import { readFile } from 'node:fs/promises';
import type { Config } from '../../platform/config/config.ts';
import type { Log } from '../../core/operate/events.ts';
import { calendarNow } from '@kinora/shared/clock';
import { type FileSigner, openFileSigner } from '../../media/provenance/c2pa/file-signer.ts';
import { CredentialError, readCredential } from '../../media/provenance/c2pa/signing-credential.ts';
import type { SigningCredential } from '../../media/provenance/c2pa/signing-credential.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import type { Cleanup } from './cleanup.ts';

/** Returns undefined if nothing is signed, or not by this process. Throws StartError. */
export async function openSigner(
  { c2pa, role }: Pick<Config, 'c2pa' | 'role'>,
  log: Pick<Log, 'warn'>,
  cleanup: Cleanup,
): Promise<FileSigner | undefined> {
  if (!c2pa || role === 'api') return undefined;
  const certificates = await readSetting('KINORA_C2PA_CERTIFICATE', c2pa.certificateFile);
  const key = await readSetting('KINORA_C2PA_KEY', c2pa.keyFile);
  try {
    const credential = readCredential(certificates, key);
    const signer = openFileSigner(credential);
    cleanup.push(() => signer.close());
    await signer.check();
    warnOfDates(credential, log);
    return signer;
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error;
    throw new StartError(
      `Files cannot be signed with KINORA_C2PA_CERTIFICATE (${c2pa.certificateFile}) and KINORA_C2PA_KEY (${c2pa.keyFile}). ${error.message}`,
      error,
    );
  }
}

async function readSetting(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError(`${setting} (${file}) cannot be read: ${(error as Error).message}.`, error);
  }
}

/** Files are signed all the same, so that a certificate that expires overnight does not stop the service. */
function warnOfDates({ validFrom, validTo }: SigningCredential, log: Pick<Log, 'warn'>): void {
  const now = calendarNow();
  if (validFrom <= now && now <= validTo) return;
  const [from, to] = [validFrom, validTo].map(time => new Date(time).toISOString());
  log.warn({ from, to }, 'the C2PA certificate is not valid now: verifiers reject the files that it signs');
}
