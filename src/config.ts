/**
 * Settings: the only reader of process.env. Typed, frozen, checked in full before anything starts.
 * The table below is the truth; README's table is checked against it (test/tidy.test.ts).
 * @NOTE length: one table, and how each of its values is read.
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Micros } from './lib/money.ts';
import { nearestName } from './lib/nearest-name.ts';
import {
  addressList,
  anyText,
  currency,
  hookUrl,
  httpUrl,
  issuerUrl,
  money,
  nonEmpty,
  oneOf,
  postgresUrl,
  secretText,
  type SettingKind,
  type Texts,
  wholeNumber,
} from './lib/setting-kinds.ts';
import { modelVersions } from './prompt/parse-prompt.ts';
import { settingsZh } from './settings-zh.ts';

export type Role = 'all' | 'api' | 'worker';

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly role: Role;
  /** Absolute. Holds the embedded database and the finished files. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Without a trailing slash; undefined: the address the request came in on. */
  readonly baseUrl: string | undefined;
  readonly directBaseUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly retentionHours: number;
  readonly openingBalanceMicros: Micros;
  /** ISO 4217. */
  readonly currency: string;
  readonly publicModels: boolean;
  readonly maxWaiting: number;
  readonly modalSeconds: number;
  readonly queueHours: number;
  /** Every change of an image task is posted there, unless its request names another address. */
  readonly notifyHook: string | undefined;
  readonly allowedNetworks: readonly string[];
  readonly sketchThreads: number;
  readonly taskTimeoutSeconds: number;
  readonly defaultVersion: string;
  readonly defaultVideoModel: string;
  /** Where users may sign in besides; undefined: nowhere. */
  readonly openId: OpenIdSettings | undefined;
  readonly logLevel: string;
  /** Every setting as it was read, for people to look at; no secret is in it. */
  readonly settings: readonly ToldSetting[];
  /** For `kinora try` and other commands that call a running server. */
  readonly client: { readonly url?: string; readonly imageToken?: string; readonly videoToken?: string };
}

export interface OpenIdSettings {
  /** As the provider calls itself, trailing slash and all. */
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined: a public client, which proves itself by PKCE alone. */
  readonly clientSecret: string | undefined;
  /** The account that new users join; undefined: there are none. */
  readonly account: string | undefined;
}

export interface ToldSetting {
  readonly name: string;
  readonly says: Texts;
  /** As it is in effect, secrets hidden; undefined: empty. */
  readonly value: string | undefined;
  readonly source: 'environment' | 'default';
  readonly allowed: Texts;
  readonly default: string | undefined;
}

interface Setting<Value> extends SettingKind<Value> {
  readonly default: string;
  readonly says: string;
}

export const settings = {
  KINORA_PORT: setting('4040', wholeNumber(0, 65535), 'Port to listen on; 0 takes a free one.'),
  KINORA_HOST: setting('127.0.0.1', nonEmpty, 'Address to listen on; `0.0.0.0` for every network.'),
  KINORA_DATA_DIR: setting('./data', nonEmpty, 'Folder of the built-in database and the finished files.'),
  DATABASE_URL: setting('', postgresUrl, 'An outside PostgreSQL (15 or newer); empty: the built-in one.'),
  KINORA_BASE_URL: setting(
    '',
    httpUrl,
    'Public address of the video interface; empty: the address of the request.',
  ),
  KINORA_DIRECT_BASE_URL: setting(
    '',
    httpUrl,
    'Public address of the image interface and its pictures; empty: the address of the request.',
  ),
  KINORA_TRUSTED_PROXIES: setting(
    '',
    addressList,
    'Addresses or CIDR ranges, comma-separated, whose X-Forwarded-* headers count.',
  ),
  KINORA_ROLE: setting(
    'all',
    oneOf(['all', 'api', 'worker'] as const),
    '`all`, `api` or `worker`; the latter two need `DATABASE_URL`.',
  ),
  KINORA_RETENTION_HOURS: setting('72', wholeNumber(1, 87_600), 'How long finished files are kept.'),
  KINORA_OPENING_BALANCE: setting('1000.00', money, 'What the first account starts with.'),
  KINORA_CURRENCY: setting('USD', currency, 'Three-letter code of the currency of all prices.'),
  KINORA_PUBLIC_MODELS: setting(
    'true',
    oneOf(['true', 'false'] as const),
    'Models and prices are shown to everybody; `false`: only to who is signed in.',
  ),
  KINORA_MAX_WAITING: setting(
    '1000',
    wholeNumber(1, 1_000_000),
    'How many tasks of one account may wait in the queue.',
  ),
  KINORA_MODAL_MINUTES: setting(
    '15',
    wholeNumber(1, 1440),
    'How long a task waits for its prompt or mask (status MODAL) before it ends, uncharged.',
  ),
  KINORA_QUEUE_HOURS: setting(
    '24',
    wholeNumber(1, 8760),
    'A task that no engine has begun by then fails, uncharged.',
  ),
  KINORA_NOTIFY_HOOK: setting(
    '',
    hookUrl,
    'Address that changes of image tasks are posted to when the request names none.',
  ),
  KINORA_ALLOWED_NETWORKS: setting(
    '',
    addressList,
    'Private addresses or CIDR ranges, comma-separated, that picture links and hooks may lead to all the same.',
  ),
  KINORA_SKETCH_THREADS: setting(
    '0',
    wholeNumber(0, 64),
    'Threads of the built-in engine; 0: one per core, two at least, eight at most.',
  ),
  KINORA_TASK_TIMEOUT_SECONDS: setting(
    '900',
    wholeNumber(1, 86_400),
    'A task that an engine has not finished by then fails, uncharged.',
  ),
  KINORA_DEFAULT_VERSION: setting(
    '7',
    oneOf(modelVersions),
    'Image model version of prompts without `--v` or `--niji`.',
  ),
  KINORA_DEFAULT_VIDEO_MODEL: setting('sketch-motion', nonEmpty, 'Video model of requests that name none.'),
  KINORA_OPENID_ISSUER: setting(
    '',
    issuerUrl,
    'Issuer address of the OpenID Connect provider that users may sign in at; empty: none.',
  ),
  KINORA_OPENID_CLIENT_ID: setting('', anyText, 'What this server is called at the provider.'),
  KINORA_OPENID_CLIENT_SECRET: setting(
    '',
    secretText,
    'Its secret there; empty: a public client, which has none.',
  ),
  KINORA_OPENID_ACCOUNT: setting(
    '',
    anyText,
    'Account that new users from the provider join as members; empty: only users who exist already.',
  ),
  KINORA_LOG_LEVEL: setting(
    'warn',
    oneOf(['debug', 'info', 'warn', 'error', 'silent'] as const),
    'How much is logged: `debug`, `info`, `warn`, `error`, `silent`.',
  ),
  KINORA_URL: setting('', httpUrl, 'For `kinora try`: the server to use; empty: start one for the run.'),
  KINORA_IMAGE_TOKEN: setting('', secretText, 'For `kinora try`: a token of an image group.'),
  KINORA_VIDEO_TOKEN: setting('', secretText, 'For `kinora try`: a token of a video group.'),
} satisfies Record<string, Setting<unknown>>;

type SettingName = keyof typeof settings;

const chinese: Readonly<Record<SettingName, string>> = settingsZh;

/** Thrown with one sentence per wrong setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads and checks every setting; throws a ConfigError that names all that is wrong. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const problems = misspelt(env);
  const read = <Name extends SettingName>(name: Name): ReturnType<(typeof settings)[Name]['parse']> => {
    const { parse, default: fallback } = settings[name];
    const given = env[name];
    try {
      return parse(given === undefined || given.trim() === '' ? fallback : given.trim()) as never;
    } catch (error) {
      problems.push(`${name} is ${JSON.stringify(given)}: ${(error as Error).message}.`);
      return parse(fallback) as never;
    }
  };
  const config: Config = {
    port: read('KINORA_PORT'),
    host: read('KINORA_HOST'),
    role: read('KINORA_ROLE'),
    dataDir: resolve(read('KINORA_DATA_DIR')),
    databaseUrl: read('DATABASE_URL'),
    baseUrl: read('KINORA_BASE_URL'),
    directBaseUrl: read('KINORA_DIRECT_BASE_URL'),
    trustedProxies: read('KINORA_TRUSTED_PROXIES'),
    retentionHours: read('KINORA_RETENTION_HOURS'),
    openingBalanceMicros: read('KINORA_OPENING_BALANCE'),
    currency: read('KINORA_CURRENCY'),
    publicModels: read('KINORA_PUBLIC_MODELS') === 'true',
    maxWaiting: read('KINORA_MAX_WAITING'),
    modalSeconds: read('KINORA_MODAL_MINUTES') * 60,
    queueHours: read('KINORA_QUEUE_HOURS'),
    notifyHook: read('KINORA_NOTIFY_HOOK'),
    allowedNetworks: read('KINORA_ALLOWED_NETWORKS'),
    sketchThreads: read('KINORA_SKETCH_THREADS') || Math.min(8, Math.max(2, availableParallelism())),
    taskTimeoutSeconds: read('KINORA_TASK_TIMEOUT_SECONDS'),
    defaultVersion: read('KINORA_DEFAULT_VERSION'),
    defaultVideoModel: read('KINORA_DEFAULT_VIDEO_MODEL'),
    openId: openIdSettings({
      issuer: read('KINORA_OPENID_ISSUER'),
      clientId: read('KINORA_OPENID_CLIENT_ID'),
      clientSecret: read('KINORA_OPENID_CLIENT_SECRET'),
      account: read('KINORA_OPENID_ACCOUNT'),
    }),
    logLevel: read('KINORA_LOG_LEVEL'),
    settings: tellSettings(env),
    client: clientSettings(read('KINORA_URL'), read('KINORA_IMAGE_TOKEN'), read('KINORA_VIDEO_TOKEN')),
  };
  if (config.role !== 'all' && !config.databaseUrl && problems.length === 0) {
    problems.push(
      `KINORA_ROLE is "${config.role}": it needs DATABASE_URL, since the built-in database serves one process.`,
    );
  }
  if (read('KINORA_OPENID_ISSUER') && !read('KINORA_OPENID_CLIENT_ID'))
    problems.push('KINORA_OPENID_ISSUER needs KINORA_OPENID_CLIENT_ID.');
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return Object.freeze(config);
}

/** Names that begin with KINORA_ and are no setting: a typo would otherwise be ignored in silence. */
function misspelt(env: Readonly<Record<string, string | undefined>>): string[] {
  const names = Object.keys(settings);
  return Object.keys(env)
    .filter(name => name.startsWith('KINORA_') && !names.includes(name))
    .map(name => {
      const nearest = nearestName(name, names);
      return `${name} is not a setting.${nearest ? ` Did you mean ${nearest}?` : ''}`;
    });
}

function clientSettings(url?: string, imageToken?: string, videoToken?: string): Config['client'] {
  return { ...(url && { url }), ...(imageToken && { imageToken }), ...(videoToken && { videoToken }) };
}

function openIdSettings({
  issuer,
  clientId,
  ...rest
}: { [Name in keyof OpenIdSettings]: string | undefined }): OpenIdSettings | undefined {
  return issuer !== undefined && clientId !== undefined ? { issuer, clientId, ...rest } : undefined;
}

function setting<Value>(fallback: string, kind: SettingKind<Value>, says: string): Setting<Value> {
  return { ...kind, default: fallback, says };
}

function tellSettings(env: Readonly<Record<string, string | undefined>>): ToldSetting[] {
  return Object.entries<Setting<unknown>>(settings).map(
    ([name, { says, allowed, default: fallback, shown = (text: string) => text }]) => {
      const given = env[name]?.trim();
      return {
        name,
        says: { en: says, zh: chinese[name as SettingName] },
        value: given ? shown(given) : fallback || undefined,
        source: given ? 'environment' : 'default',
        allowed,
        default: fallback || undefined,
      };
    },
  );
}
