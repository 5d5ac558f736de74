/** Settings of what programs may ask users for: a part of the one table in settings.ts. */
import { yesOrNo } from './setting-kinds.ts';

export const programSettings = {
  KINORA_OAUTH: {
    ...yesOrNo,
    to: 'oauth',
    default: 'true',
    en: 'Let programs ask users for a token (OAuth), which a user has to confirm. `false`: only keys.',
    zh: '允许程序向用户请求令牌（OAuth），须由用户确认；设为 `false` 则只能使用密钥。',
  },
} as const;
