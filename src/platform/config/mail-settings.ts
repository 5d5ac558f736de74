/** Settings of e-mail: a part of the table in settings.ts. */
import { isEmail } from '@kinora/shared/text/is-email';
import { hidden } from './setting-kinds.ts';
import type { SettingKind } from './setting-kinds.ts';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. Otherwise STARTTLS is used where the server offers it. */
  readonly isTls: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

/** The usual ports of submission, without and with TLS from the first byte (RFC 8314). */
const ports = { 'smtp:': 587, 'smtps:': 465 } as const;

const smtpUrl: SettingKind<SmtpServer | undefined> = {
  allowed: {
    en: 'smtp:// or smtps:// with user and password, such as smtps://user:password@mail.example.com, or empty',
    zh: '带用户名和密码的 smtp:// 或 smtps:// 地址，例如 smtps://user:password@mail.example.com，可留空',
  },
  show: () => hidden,
  parse: text => {
    if (text === '') return undefined;
    const url = URL.parse(text);
    const port = url && ports[url.protocol as keyof typeof ports];
    if (!url || !port || url.hostname === '' || url.search || url.hash || !/^\/?$/.test(url.pathname))
      throw new RangeError(
        'it must be smtp:// or smtps:// with a host, and optionally user, password and port',
      );
    if (Boolean(url.username) !== Boolean(url.password))
      throw new RangeError('it must have both a user and a password, or neither');
    return {
      host: url.hostname.replaceAll(/[[\]]/g, ''),
      port: Number(url.port) || port,
      isTls: url.protocol === 'smtps:',
      user: decodeURIComponent(url.username) || undefined,
      password: decodeURIComponent(url.password) || undefined,
    };
  },
};

/** `name@example.com`, or `Name <name@example.com>`. */
const sender: SettingKind<string | undefined> = {
  allowed: {
    en: 'an email address, or a name and an address such as Kinora <kinora@example.com>, or empty',
    zh: '邮箱地址，或名称加地址，例如 Kinora <kinora@example.com>，可留空',
  },
  parse: text => {
    if (text === '') return undefined;
    const [, address] = /^[^<>\r\n]{0,200}<([^<>\s]+)>$/.exec(text) ?? [undefined, text];
    if (!isEmail(address ?? ''))
      throw new RangeError(
        'it must be an email address, or a name and an address such as Kinora <kinora@example.com>',
      );
    return text;
  },
};

/** A bot of Telegram, and the chat to which it writes. */
export interface TelegramChat {
  readonly token: string;
  readonly chat: string;
}

const telegramChat: SettingKind<TelegramChat | undefined> = {
  allowed: {
    en: 'a bot token and a chat ID, such as 123456:ABC-DEF/-100123, or empty',
    zh: '机器人令牌和会话 ID，例如 123456:ABC-DEF/-100123，可留空',
  },
  show: () => hidden,
  parse: text => {
    if (text === '') return undefined;
    const [, token, chat] = /^(\d{3,20}:[\w-]{3,100})\/(-?\d{1,20}|@\w{1,64})$/.exec(text) ?? [];
    if (token === undefined || chat === undefined)
      throw new RangeError(
        'it must be a bot token and a chat ID, separated by a slash: 123456:ABC-DEF/-100123',
      );
    return { token, chat };
  },
};

export const mailSettings = {
  KINORA_SMTP_URL: {
    ...smtpUrl,
    to: 'smtp',
    default: '',
    en: 'Mail server, with user and password. Empty: the server sends no e-mail, and offers nothing that needs it.',
    zh: '邮件服务器，含用户名和密码；留空则不发送邮件，也不提供依赖邮件的功能。',
  },
  KINORA_MAIL_FROM: {
    ...sender,
    to: 'mailFrom',
    default: '',
    en: 'Sender of e-mail.',
    zh: '邮件的发件人。',
  },
  KINORA_ALERT_MAIL: {
    ...sender,
    to: 'alertMail',
    default: '',
    en: 'Who gets e-mail when an engine becomes unavailable, and when it is back.',
    zh: '引擎不可用及恢复时，接收邮件的地址。',
  },
  KINORA_ALERT_TELEGRAM: {
    ...telegramChat,
    to: 'alertTelegram',
    default: '',
    en: 'Telegram bot and chat that get these messages, as `<bot token>/<chat ID>`.',
    zh: '接收这些消息的 Telegram 机器人和会话，格式为 `<bot token>/<chat ID>`。',
  },
} as const;

interface MailValues {
  readonly smtp: SmtpServer | undefined;
  readonly mailFrom: string | undefined;
  readonly alertMail: string | undefined;
  readonly alertTelegram: TelegramChat | undefined;
  readonly alertWebhook: string | undefined;
  readonly baseUrl: string | undefined;
}

/** Mails require a base URL, because the host of their links must not come from a request. */
export function mailProblems(values: MailValues): string[] {
  const { smtp, mailFrom, alertMail, alertTelegram, alertWebhook, baseUrl } = values;
  return [
    ...(!smtp !== !mailFrom ? ['KINORA_SMTP_URL and KINORA_MAIL_FROM must be set together.'] : []),
    ...(smtp && baseUrl === undefined
      ? ['KINORA_SMTP_URL requires KINORA_BASE_URL, to which links in mails lead.']
      : []),
    // If one of two receivers failed, the other one would get each message again.
    ...(alertTelegram && alertWebhook
      ? ['KINORA_ALERT_TELEGRAM and KINORA_ALERT_WEBHOOK exclude each other.']
      : []),
    ...(alertMail && !smtp ? ['KINORA_ALERT_MAIL requires KINORA_SMTP_URL.'] : []),
  ];
}
