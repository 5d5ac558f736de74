/** Settings of what is open to people and programs that nobody has let in: a part of the one table in settings.ts. */
import { yesOrNo } from './setting-kinds.ts';

export const accessSettings = {
  KINORA_PUBLIC_MODELS: {
    ...yesOrNo,
    to: 'publicModels',
    default: 'true',
    en: 'Show models and prices to everybody. `false`: only to signed-in users.',
    zh: '模型和价格对所有人公开；设为 `false` 则仅登录后可见。',
  },
  KINORA_OAUTH: {
    ...yesOrNo,
    to: 'oauth',
    default: 'true',
    en: 'Let programs ask users for a token (OAuth), which a user has to confirm. `false`: only keys.',
    zh: '允许程序向用户请求令牌（OAuth），须由用户确认；设为 `false` 则只能使用密钥。',
  },
} as const;
