/**
 * The configuration: the only reader of process.env. Typed, frozen, checked in full before anything starts.
 * What can be set is in settings.ts.
 */
import { delimiter, join, resolve } from 'node:path';
import { nearestName } from '@kinora/shared/text/nearest-name';
import { without } from '../lib/without.ts';
import { accessProblems } from './access-settings.ts';
import { mailProblems } from './mail-settings.ts';
import { moderationProblems } from './moderation-settings.ts';
import { paymentProblems } from './payment-settings.ts';
import { receiptProblems } from './receipt-settings.ts';
import { s3Fields, s3Problems, s3Settings, type S3Settings } from './s3-settings.ts';
import { signInFields, signInProviders, type SignInProviderSettings } from './sign-in-providers.ts';
import type { ListenAddress, Texts } from './setting-kinds.ts';
import { settings, type Setting, type SettingValues } from './settings.ts';

/**
 * Each field is that of a setting, which its entry in settings.ts describes. Settings that belong
 * together are one field here.
 */
export interface Config extends Omit<SettingValues, GroupedField> {
  /** See `StarredFiles` in media/storage/keep-starred.ts. */
  readonly starred: {
    readonly hours: number;
    readonly quotaBytes: number;
    readonly retentionHours: number;
  };
  readonly localModels: LocalModelSettings;
  /** Undefined if the files are in the data folder. */
  readonly s3: S3Settings | undefined;
  /** The providers with which users can sign in besides their passwords. */
  readonly signInProviders: readonly SignInProviderSettings[];
  /** Files in PEM format with which generated files are signed (C2PA). Undefined if they are not signed. */
  readonly c2pa: { readonly certificateFile: string; readonly keyFile: string } | undefined;
  /** The address at which metrics and probes are served. Undefined if they are not served. */
  readonly monitoring: MonitoringSettings | undefined;
  /** The server and the tokens that `kinora try` and other commands use to call a running server. */
  readonly client: {
    readonly url?: string;
    readonly token?: string;
    readonly imageToken?: string;
    readonly videoToken?: string;
  };
  /** Every setting with its effective value, for display. Contains no secrets. */
  readonly settings: readonly EffectiveSetting[];
}

/** Fields of settings that `grouped` joins. */
type GroupedField = Extract<
  keyof SettingValues,
  | `starred${string}`
  | `local${string}`
  | (typeof signInFields)[number]
  | `s3${string}`
  | `c2pa${string}`
  | `client${string}`
  | 'monitoringAddress'
>;

export interface LocalModelSettings {
  /** Whether models can be installed on this server. */
  readonly isOpen: boolean;
  /** Absolute path of the folder of weights and programs. */
  readonly folder: string;
  /** Absolute paths of folders of other programs, whose weights are used and offered. */
  readonly weightsFolders: readonly string[];
  /**
   * A file or an https address with entries of the operator. Undefined means only
   * the catalogue of the product.
   */
  readonly catalogue: string | undefined;
  /** The Hugging Face hub or a mirror, without a trailing slash. */
  readonly hub: { readonly endpoint: string; readonly token: string | undefined };
  /** The API of GitHub or a mirror, without a trailing slash. */
  readonly releases: string;
}

export interface MonitoringSettings extends ListenAddress {
  /** Whether the operator set the address. Then the process does not start if it cannot listen there. */
  readonly isRequired: boolean;
}

export interface EffectiveSetting {
  readonly name: string;
  readonly description: Texts;
  /** The effective value, with secrets hidden. Undefined if it is empty. */
  readonly value: string | undefined;
  readonly source: 'environment' | 'default';
  /** The allowed values, in a few words. */
  readonly allowed: Texts;
  /** Undefined if the default is empty. */
  readonly default: string | undefined;
}

/** Thrown with one sentence for each invalid setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks every setting. Throws a ConfigError that lists all problems. */
export function loadConfig(env: Environment = process.env): Config {
  const problems = unknownSettings(env);
  const entries = Object.entries<Setting>(settings).map(([name, setting]) => {
    const value = env[name]?.trim() ?? '';
    return [setting.to, readValue(name, setting, { value, problems })] as const;
  });
  // The table of settings defines which field has which type.
  const values = Object.fromEntries(entries) as unknown as SettingValues;
  problems.push(
    ...(problems.length === 0 ? roleProblems(values) : []),
    ...databaseProblems(values),
    ...paymentProblems(values),
    ...receiptProblems(values),
    ...mailProblems(values),
    ...moderationProblems(values),
    ...accessProblems(values),
    ...pairProblems(values),
  );
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return Object.freeze({ ...groupSettings(values, env), settings: effectiveSettings(env) });
}

/**
 * Returns the parsed value, or the default if the value is empty. An invalid value is added to `problems`.
 */
function readValue(
  name: string,
  { parse, default: fallback, show }: Setting,
  { value, problems }: { readonly value: string; readonly problems: string[] },
): unknown {
  try {
    return parse(value || fallback);
  } catch (error) {
    const subject = show ? name : `${name} is ${JSON.stringify(value)}`;
    problems.push(`${subject}: ${(error as Error).message}.`);
    return parse(fallback);
  }
}

/** Joins the settings that belong together as one field each. */
function groupSettings(values: SettingValues, env: Environment): Omit<Config, 'settings'> {
  const { starredHours, starredQuotaBytes, monitoringAddress, ...first } = values;
  const { c2paCertificateFile, c2paKeyFile, clientUrl, clientToken, ...third } = first;
  const { clientImageToken, clientVideoToken, ...fourth } = third;
  const { localState, localFolder, localCatalogue, localHub, localHubToken, localReleases, ...fifth } =
    fourth;
  const { localWeights, ...sixth } = fifth;
  const rest = without(without(sixth, s3Fields), signInFields);
  return {
    ...rest,
    localModels: {
      isOpen: localState === 'on',
      folder: resolve(localFolder ?? join(rest.dataDir, 'models')),
      catalogue: localCatalogue,
      weightsFolders: (localWeights ?? '')
        .split(delimiter)
        .filter(Boolean)
        .map(each => resolve(each)),
      hub: { endpoint: localHub ?? settings.HF_ENDPOINT.default, token: localHubToken },
      releases: localReleases ?? settings.KINORA_RELEASES_URL.default,
    },
    starred: { hours: starredHours, quotaBytes: starredQuotaBytes, retentionHours: rest.retentionHours },
    signInProviders: signInProviders(values),
    c2pa: c2paSettings(c2paCertificateFile, c2paKeyFile),
    s3: s3Settings(values),
    monitoring: monitoringSettings(monitoringAddress, env['KINORA_MONITORING_ADDRESS']),
    client: clientSettings({
      url: clientUrl,
      token: clientToken,
      imageToken: clientImageToken,
      videoToken: clientVideoToken,
    }),
  };
}

function databaseProblems({ databaseUrl, databaseDirectUrl, databaseReplicaUrl }: SettingValues): string[] {
  if (databaseUrl) return [];
  return [
    ...(databaseDirectUrl
      ? ['DATABASE_DIRECT_URL requires DATABASE_URL. Without a pooler, set only DATABASE_URL.']
      : []),
    ...(databaseReplicaUrl
      ? ['DATABASE_REPLICA_URL requires DATABASE_URL. The built-in database has no replica.']
      : []),
  ];
}

function roleProblems({ role, databaseUrl }: SettingValues): string[] {
  if (role === 'all' || databaseUrl) return [];
  return [
    `KINORA_ROLE is "${role}": it needs DATABASE_URL, because the built-in database serves only one process.`,
  ];
}

function pairProblems(values: SettingValues): string[] {
  const { openIdIssuer, openIdClientId, c2paCertificateFile, c2paKeyFile } = values;
  return [
    ...(openIdIssuer && !openIdClientId ? ['KINORA_OPENID_ISSUER requires KINORA_OPENID_CLIENT_ID.'] : []),
    ...(!c2paCertificateFile !== !c2paKeyFile
      ? ['KINORA_C2PA_CERTIFICATE and KINORA_C2PA_KEY require each other.']
      : []),
    ...s3Problems(values),
  ];
}

export function isSetting(name: string): boolean {
  return Object.hasOwn(settings, name);
}

/**
 * Returns a variable that is not a setting, read each time. Returns undefined if it is not set or is a
 * setting, because some settings are secrets.
 */
export function environmentVariable(name: string): string | undefined {
  return isSetting(name) ? undefined : process.env[name];
}

/** Returns the proxies of single hosts, read each time, as the other variables of proxies are. */
export function hostProxies(): string | undefined {
  return process.env['KINORA_HOST_PROXIES'];
}

/**
 * Reports variables that begin with KINORA_ but are not settings, because a typo would
 * otherwise be ignored silently.
 */
function unknownSettings(env: Environment): string[] {
  const names = Object.keys(settings);
  return Object.keys(env)
    .filter(name => name.startsWith('KINORA_') && !names.includes(name))
    .map(name => {
      const nearest = nearestName(name, names);
      return `${name} is not a setting.${nearest ? ` Did you mean ${nearest}?` : ''}`;
    });
}

function clientSettings(
  values: Readonly<Record<keyof Config['client'], string | undefined>>,
): Config['client'] {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value));
}

function c2paSettings(certificateFile?: string, keyFile?: string): Config['c2pa'] {
  return certificateFile !== undefined && keyFile !== undefined ? { certificateFile, keyFile } : undefined;
}

function monitoringSettings(address?: ListenAddress, value?: string): Config['monitoring'] {
  return address && { ...address, isRequired: Boolean(value?.trim()) };
}

function effectiveSettings(env: Environment): EffectiveSetting[] {
  return Object.entries<Setting>(settings).map(([name, setting]) => {
    const { en, zh, allowed: allowedTexts, default: fallback, show = (text: string) => text } = setting;
    const value = env[name]?.trim();
    return {
      name,
      description: { en, zh },
      value: value ? show(value) : fallback || undefined,
      source: value ? 'environment' : 'default',
      allowed: allowedTexts,
      default: fallback || undefined,
    };
  });
}
