/** A client: a program that asks a user for a token. Its name is what it declares about itself. */
import { z } from 'zod';
import { reasonCode } from '@kinora/shared/errors/reason-code';
import { withoutHidden } from '@kinora/shared/text/hidden';
import { isTarget, redirectTarget } from './redirect-uri.ts';

export interface OAuthClient {
  /** The address of its metadata document, or an id that this server gave it. */
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

const maxNameLength = 80;
const maxRedirectUris = 20;

/** The part of a client's metadata (RFC 7591 2) that this server reads. Everything else is ignored. */
export const clientMetadata = z.looseObject({
  client_name: z.string().max(1000).optional(),
  redirect_uris: z
    .array(z.string().refine(uri => isTarget(redirectTarget(uri)), reasonCode('redirect_form')))
    .min(1)
    .max(maxRedirectUris),
});
export type ClientMetadata = z.infer<typeof clientMetadata>;

/** The name on one line, without characters that could make another text of the page look different. */
export function clientName({ client_name: name = '' }: ClientMetadata, otherwise: string): string {
  const plain = withoutHidden(name)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
  return [...(plain || otherwise)].slice(0, maxNameLength).join('');
}
