/** The settings of providers where users can sign in, as one list. */
import type { SettingValues } from './settings.ts';

/** A provider as the sign-in page offers it. */
interface OfferedProvider {
  /** Part of the address at which a sign-in begins. */
  readonly name: 'openid' | 'google' | 'github';
  /** The label of its button. */
  readonly label: string;
  readonly clientId: string;
}

export interface OpenIdSettings extends OfferedProvider {
  readonly kind: 'openid';
  /** The issuer URL exactly as the provider publishes it, including a trailing slash. */
  readonly issuer: string;
  /** Undefined means a public client, which is authenticated by PKCE only. */
  readonly clientSecret: string | undefined;
}

export interface GithubSettings extends OfferedProvider {
  readonly kind: 'github';
  /** The address of GitHub or of a GitHub Enterprise server, without a trailing slash. */
  readonly url: string;
  readonly clientSecret: string;
}

export type SignInProviderSettings = OpenIdSettings | GithubSettings;

/** The fields of the settings that this value joins. */
export const signInFields = [
  'openIdIssuer',
  'openIdClientId',
  'openIdClientSecret',
  'googleClientId',
  'googleClientSecret',
  'githubUrl',
  'githubClientId',
  'githubClientSecret',
] as const;

export function signInProviders(
  values: Pick<SettingValues, (typeof signInFields)[number]>,
): readonly SignInProviderSettings[] {
  const { openIdIssuer: issuer, openIdClientId, openIdClientSecret, githubUrl: url } = values;
  const { googleClientId, googleClientSecret, githubClientId, githubClientSecret } = values;
  const providers: SignInProviderSettings[] = [];
  if (issuer !== undefined && openIdClientId !== undefined)
    providers.push({
      kind: 'openid',
      name: 'openid',
      label: new URL(issuer).host,
      issuer,
      clientId: openIdClientId,
      clientSecret: openIdClientSecret,
    });
  if (googleClientId !== undefined)
    providers.push({
      kind: 'openid',
      name: 'google',
      label: 'Google',
      issuer: 'https://accounts.google.com',
      clientId: googleClientId,
      clientSecret: googleClientSecret,
    });
  if (githubClientId !== undefined && githubClientSecret !== undefined)
    providers.push({
      kind: 'github',
      name: 'github',
      label: 'GitHub',
      url: url ?? 'https://github.com',
      clientId: githubClientId,
      clientSecret: githubClientSecret,
    });
  return providers;
}
