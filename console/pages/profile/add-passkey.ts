/** Creates a passkey on the device and registers it with the server. */
import { post } from '../../data/api.ts';

interface Challenge {
  readonly challenge: string;
  readonly options: PublicKeyCredentialCreationOptionsJSON;
}

export interface NewPasskey {
  readonly name: string;
  /** The current password. Empty for a user without one. */
  readonly password: string;
}

/** `stopped`: the message if the device creates no passkey. Throws Error. */
export async function addPasskey({ name, password }: NewPasskey, stopped: string): Promise<void> {
  const { challenge, options } = await post<Challenge>('/api/passkey.begin', {
    ...(password && { password }),
  });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey }).catch((cause: unknown) => {
    throw new Error(stopped, { cause });
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error(stopped);
  await post('/api/passkey.add', { challenge, response: credential.toJSON(), name });
}
