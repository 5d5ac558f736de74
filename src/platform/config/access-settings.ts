/**
 * Settings of what is open to people and programs without an account or a token: a part of
 * the one table in settings.ts.
 */
import { domainList } from './list-kinds.ts';
import { anyText, httpUrl, money, oneOf, secretText, wholeNumber, yesOrNo } from './setting-kinds.ts';

/** Who can get an account. */
export const signUpStates = ['closed', 'invitation', 'open'] as const;
export type SignUpState = (typeof signUpStates)[number];

export const accessSettings = {
  KINORA_PUBLIC_MODELS: {
    ...yesOrNo,
    to: 'publicModels',
    default: 'true',
    en: 'Show models, prices and plans to everybody. `false`: only to signed-in users.',
    zh: '模型、价格和套餐对所有人公开；设为 `false` 则仅登录后可见。',
  },
  KINORA_OAUTH: {
    ...yesOrNo,
    to: 'oauth',
    default: 'true',
    en: 'Let programs ask users for a token (OAuth), which a user has to confirm. `false`: only keys.',
    zh: '允许程序向用户请求令牌（OAuth），须由用户确认；设为 `false` 则只能使用密钥。',
  },
  KINORA_SIGN_UP: {
    ...oneOf(signUpStates),
    to: 'signUp',
    default: 'invitation',
    en: 'Who can get an account. `open`: anybody, with a verified email address or a sign-in provider. `invitation`: anybody with a link, and those who are let in by `KINORA_OPENID_ACCOUNT`. `closed`: nobody.',
    zh: '谁可以获得账户。`open`：任何人，通过已验证的邮箱或登录服务；`invitation`：持有链接或由 `KINORA_OPENID_ACCOUNT` 准入的人；`closed`：不接受任何人。',
  },
  KINORA_SIGN_UP_DOMAINS: {
    ...domainList,
    to: 'signUpDomains',
    default: '',
    en: 'Domains of email addresses that can sign up, comma-separated. Empty: all.',
    zh: '允许注册的邮箱域名，以逗号分隔；留空表示全部。',
  },
  KINORA_SIGN_UPS_PER_HOUR: {
    ...wholeNumber(1, 1000),
    to: 'signUpsPerHour',
    default: '5',
    en: 'Sign-ups and password resets that one IP address can request in an hour.',
    zh: '每个 IP 地址每小时可请求注册和重置密码的次数。',
  },
  KINORA_SIGN_UP_CREDIT: {
    ...money,
    to: 'signUpCreditMicros',
    default: '0',
    en: 'Credit of an account that signs up.',
    zh: '新注册账户获得的余额。',
  },
  KINORA_SIGN_UP_CREDIT_DAYS: {
    ...wholeNumber(0, 3650),
    to: 'signUpCreditDays',
    default: '30',
    en: 'Days after which what is left of that credit expires. 0: never.',
    zh: '该余额的有效天数，过期后剩余部分失效；0 表示不过期。',
  },
  KINORA_GOOGLE_CLIENT_ID: {
    ...anyText,
    to: 'googleClientId',
    default: '',
    en: 'Client ID at Google. With it, users can sign in with Google.',
    zh: 'Google 的客户端 ID；设置后用户可通过 Google 登录。',
  },
  KINORA_GOOGLE_CLIENT_SECRET: {
    ...secretText,
    to: 'googleClientSecret',
    default: '',
    en: 'Client secret at Google.',
    zh: 'Google 的客户端密钥。',
  },
  KINORA_GITHUB_URL: {
    ...httpUrl,
    to: 'githubUrl',
    default: '',
    en: 'URL of a GitHub Enterprise server. Empty: https://github.com.',
    zh: 'GitHub Enterprise 服务器的地址；留空为 https://github.com。',
  },
  KINORA_GITHUB_CLIENT_ID: {
    ...anyText,
    to: 'githubClientId',
    default: '',
    en: 'Client ID of an OAuth app at GitHub. With it, users can sign in with GitHub.',
    zh: 'GitHub OAuth 应用的客户端 ID；设置后用户可通过 GitHub 登录。',
  },
  KINORA_GITHUB_CLIENT_SECRET: {
    ...secretText,
    to: 'githubClientSecret',
    default: '',
    en: 'Client secret of the OAuth app at GitHub.',
    zh: 'GitHub OAuth 应用的客户端密钥。',
  },
} as const;

interface AccessValues {
  readonly signUp: string;
  readonly smtp: unknown;
  readonly openIdIssuer: string | undefined;
  readonly baseUrl: string | undefined;
  readonly googleClientId: string | undefined;
  readonly googleClientSecret: string | undefined;
  readonly githubClientId: string | undefined;
  readonly githubClientSecret: string | undefined;
}

export function accessProblems(values: AccessValues): string[] {
  const { googleClientId, googleClientSecret, githubClientId, githubClientSecret } = values;
  const verification = values.smtp ?? values.openIdIssuer ?? googleClientId ?? githubClientId;
  return [
    ...(values.signUp === 'open' && verification === undefined
      ? [
          'KINORA_SIGN_UP=open requires a way to verify people: KINORA_SMTP_URL, or a sign-in provider such as KINORA_OPENID_ISSUER.',
        ]
      : []),
    ...pairProblems('KINORA_GOOGLE', googleClientId, googleClientSecret),
    ...pairProblems('KINORA_GITHUB', githubClientId, githubClientSecret),
  ];
}

function pairProblems(name: string, id: string | undefined, secret: string | undefined): string[] {
  return !id === !secret ? [] : [`${name}_CLIENT_ID and ${name}_CLIENT_SECRET must be set together.`];
}
