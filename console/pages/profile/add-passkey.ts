/** Creates a passkey on the device and registers it with the server. */
import { callRoute } from '../../data/api.ts';

export interface NewPasskey {
  readonly name: string;
  /** The current password. Empty for a user without one. */
  readonly password: string;
}

/** `stopped`: the message if the device creates no passkey. Throws Error. */
export async function addPasskey({ name, password }: NewPasskey, stopped: string): Promise<void> {
  const { challenge, options } = await callRoute('POST /api/passkey.begin', {
    body: password ? { password } : {},
  });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey }).catch((cause: unknown) => {
    throw new Error(stopped, { cause });
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error(stopped);
  await callRoute('POST /api/passkey.add', { body: { challenge, response: credential.toJSON(), name } });
}
