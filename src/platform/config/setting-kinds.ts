/**
 * The kinds of values that settings have (config.ts): how each is parsed, what is
 * allowed, and how secrets are shown.
 */
import { listItems } from '../lib/text/list-items.ts';
import { withoutSlashes } from '../lib/text/without-slashes.ts';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { isTimeZone } from '@kinora/shared/calendar';
import { parseMicros, type Micros } from '@kinora/shared/money';
import { parsePostgresUrl } from './postgres-url.ts';
import { parseSecretKey, type SecretKey } from '../lib/secret-key.ts';

/** A text in both languages. */
export interface Texts {
  readonly en: string;
  readonly zh: string;
}

/** Reads one kind of value. */
export interface SettingKind<Value> {
  /** The allowed values, in a few words. */
  readonly allowed: Texts;
  /** Parses a value. Throws a RangeError that names the allowed values. */
  readonly parse: (text: string) => Value;
  /** Hides the secret part of a valid value. Absent if the whole value may be shown, also an invalid one. */
  readonly show?: (text: string) => string;
}

export const hidden = '••••';

export function wholeNumber(min: number, max: number): SettingKind<number> {
  return {
    allowed: { en: `a whole number from ${min} to ${max}`, zh: `${min} 至 ${max} 的整数` },
    parse: text => {
      const value = Number(text);
      if (!/^\d+$/.test(text) || value < min || value > max)
        throw new RangeError(`it must be a whole number from ${min} to ${max}`);
      return value;
    },
  };
}

export function oneOf<const Name extends string>(names: readonly Name[]): SettingKind<Name> {
  return {
    allowed: { en: names.join(', '), zh: names.join('、') },
    parse: text => {
      const match = names.find(name => name === text);
      if (!match) throw new RangeError(`it must be one of ${names.join(', ')}`);
      return match;
    },
  };
}

export const yesOrNo: SettingKind<boolean> = {
  ...oneOf(['true', 'false']),
  parse: text => oneOf(['true', 'false']).parse(text) === 'true',
};

/** Reads a value that is counted in smaller units than it is set in. */
export function times(factor: number, kind: SettingKind<number>): SettingKind<number> {
  return { ...kind, parse: text => kind.parse(text) * factor };
}

/** A number of processes. 0: one per core, at least two and at most eight. */
export function processes(kind: SettingKind<number>): SettingKind<number> {
  return { ...kind, parse: text => kind.parse(text) || Math.min(8, Math.max(2, availableParallelism())) };
}

export const nonEmpty: SettingKind<string> = {
  allowed: { en: 'any text', zh: '任意文本' },
  parse: text => {
    if (text === '' || text.includes('\0')) throw new RangeError('it must not be empty');
    return text;
  },
};

/** An IANA name. The database has to know it as well (db/calendar.ts). */
export const timeZone: SettingKind<string> = {
  allowed: {
    en: 'the IANA name of a time zone, such as Europe/Berlin or UTC',
    zh: '时区的 IANA 名称，例如 Europe/Berlin 或 UTC',
  },
  parse: text => {
    if (!isTimeZone(text))
      throw new RangeError(
        'it must be the IANA name of a time zone, such as Europe/Berlin, America/New_York or UTC; an offset such as +02:00 is none',
      );
    return text;
  },
};

/** An absolute path. */
export const folder: SettingKind<string> = { ...nonEmpty, parse: text => resolve(nonEmpty.parse(text)) };

export const anyText: SettingKind<string | undefined> = {
  allowed: { en: 'any text, or empty', zh: '任意文本，可留空' },
  parse: text => text || undefined,
};

/** The start of the names of objects. A slash at its end is added. */
export const keyPrefix: SettingKind<string> = {
  allowed: {
    en: 'up to 200 letters, digits, dots, hyphens, underscores and slashes, or empty',
    zh: '不超过 200 个字母、数字、点、连字符、下划线和斜线，可留空',
  },
  parse: text => {
    const prefix = withoutSlashes(text);
    if (prefix === '') return '';
    if (!/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/.test(prefix) || prefix.length > 200)
      throw new RangeError('it must be up to 200 letters, digits, dots, hyphens, underscores and slashes');
    return `${prefix}/`;
  },
};

export const secretText: SettingKind<string | undefined> = { ...anyText, show: () => hidden };

/** The first key encrypts, and all of them decrypt. */
export const secretKeys: SettingKind<readonly SecretKey[]> = {
  allowed: {
    en: 'one or two keys of 32 bytes, as base64 or 64 hexadecimal digits, comma-separated, or empty',
    zh: '一个或两个 32 字节的密钥，以 base64 或 64 位十六进制数字表示，用逗号分隔，可留空',
  },
  parse: text => {
    if (text === '') return [];
    const keys = text.split(',').map(part => parseSecretKey(part.trim()));
    const validKeys = keys.filter(key => key !== undefined);
    if (validKeys.length < keys.length || keys.length > 2)
      throw new RangeError(
        'it must be one key, or a new and an old key separated by a comma, each of 32 bytes as base64 or 64 hexadecimal digits; generate one with "openssl rand -base64 32"',
      );
    return validKeys;
  },
  show: () => hidden,
};

/** The password may also be in the query, of which only harmless parameters are shown. */
export const postgresUrl: SettingKind<string | undefined> = {
  allowed: {
    en: 'a URL that begins with postgres:// or postgresql://, or empty',
    zh: '以 postgres:// 或 postgresql:// 开头的地址，可留空',
  },
  parse: text => {
    if (text === '') return undefined;
    parsePostgresUrl(text);
    return text;
  },
  show: text => {
    const { protocol, username, password, host, pathname, searchParams } = parsePostgresUrl(text);
    const parameters = [...searchParams].map(([name, value]) =>
      ['host', 'port', 'user', 'dbname', 'sslmode'].includes(name) ? `${name}=${value}` : `${name}=${hidden}`,
    );
    const user = username && `${username}${password && `:${hidden}`}@`;
    return `${protocol}//${user}${host}${pathname}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`;
  },
};

const web: Texts = {
  en: 'a URL that begins with http:// or https://',
  zh: '以 http:// 或 https:// 开头的地址',
};

export const httpUrl: SettingKind<string | undefined> = {
  allowed: {
    en: `${web.en}, without user name, query and fragment, or empty`,
    zh: `${web.zh}，不含用户名、查询参数和片段，可留空`,
  },
  parse: text => {
    if (text === '') return undefined;
    const url = webUrl(text);
    rejectExtraParts(url);
    return withoutSlashes(url.href);
  },
};

/**
 * Not normalized, because it must equal the provider's own spelling. Plain HTTP is
 * allowed only on this machine.
 */
export const issuerUrl: SettingKind<string | undefined> = {
  allowed: {
    en: 'a URL that begins with https://, or empty',
    zh: '以 https:// 开头的地址，可留空',
  },
  parse: text => {
    if (text === '') return undefined;
    const url = webUrl(text);
    rejectExtraParts(url);
    if (url.protocol === 'http:' && !isLoopback(url.hostname))
      throw new RangeError('it must begin with https://, unless the provider runs on this machine');
    return text;
  },
};

/** May have a query, because some receivers expect a key in it or in the path. */
export const hookUrl: SettingKind<string | undefined> = {
  allowed: {
    en: `${web.en}, without user name and fragment, at most 2000 characters, or empty`,
    zh: `${web.zh}，不含用户名和片段，最多 2000 个字符，可留空`,
  },
  parse: text => {
    if (text === '') return undefined;
    const url = webUrl(text);
    if (url.username || url.hash) throw new RangeError('it must be a URL without user name and fragment');
    if (Buffer.byteLength(url.href) > 2000) throw new RangeError('it must have at most 2000 characters');
    return url.href;
  },
  show: text => `${new URL(text).origin}/${hidden}`,
};

export const addressList: SettingKind<readonly string[]> = {
  allowed: {
    en: 'IP addresses and CIDR ranges, comma-separated, or empty',
    zh: 'IP 地址和 CIDR 网段，用逗号分隔，可留空',
  },
  parse: text => {
    const addresses = listItems(text);
    addresses.forEach(checkAddress);
    return addresses;
  },
};

export const originList: SettingKind<readonly string[]> = {
  allowed: {
    en: 'origins such as https://chat.example.com, comma-separated, or empty',
    zh: '来源，如 https://chat.example.com，用逗号分隔，可留空',
  },
  parse: text => {
    const origins = listItems(text);
    for (const origin of origins)
      if (!/^https?:/.test(origin) || new URL(origin).origin !== origin)
        throw new RangeError(`it has "${origin}", which is not an origin`);
    return origins;
  },
};

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export const listenAddress: SettingKind<ListenAddress | undefined> = {
  allowed: {
    en: 'an address with a port, such as 127.0.0.1:4041 or [::1]:4041, or off',
    zh: '带端口的地址，如 127.0.0.1:4041 或 [::1]:4041，或 off',
  },
  parse: text => {
    if (text === 'off') return undefined;
    const [, host, port] = /^(\[[\da-fA-F:.]+\]|[^\s:[\]]+):(\d{1,5})$/.exec(text) ?? [];
    if (!host || !port || Number(port) > 65_535)
      throw new RangeError('it must be an address with a port, such as 127.0.0.1:4041, or "off"');
    return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) };
  },
};

export const money: SettingKind<Micros> = {
  allowed: { en: 'an amount such as 1000.00', zh: '金额，如 1000.00' },
  parse: text => {
    try {
      return parseMicros(text);
    } catch {
      throw new RangeError('it must be an amount such as 1000.00, with at most six decimal places');
    }
  },
};

export const currency: SettingKind<string> = {
  allowed: { en: 'a three-letter code such as USD', zh: '三字母代码，如 USD' },
  parse: text => {
    if (!/^[A-Z]{3}$/.test(text)) throw new RangeError('it must be a three-letter code such as USD');
    return text;
  },
};

function webUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new RangeError('it must be a URL that begins with http:// or https://');
  return url;
}

function rejectExtraParts({ search, hash, username }: URL): void {
  if (search || hash || username)
    throw new RangeError('it must be a URL without user name, query or fragment');
}

/** `URL` normalizes all spellings of 127.0.0.1. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

function checkAddress(address: string): void {
  const [ip, bits, extraPart] = address.split('/');
  const family = isIP(ip ?? '');
  const bitsFit = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  if (family === 0 || !bitsFit || extraPart !== undefined)
    throw new RangeError(`"${address}" is neither an IP address nor a CIDR range`);
}
