/** Settings of an external moderation: a part of the table in settings.ts. */
import { httpUrl, nonEmpty, oneOf, secretText } from './setting-kinds.ts';

export const moderationSettings = {
  KINORA_MODERATION_URL: {
    ...httpUrl,
    to: 'moderationUrl',
    default: '',
    en: 'Server that judges prompts at `/moderations`, as OpenAI does, such as https://api.openai.com/v1. Empty: only the list of banned words.',
    zh: '按 OpenAI 方式在 `/moderations` 审核提示词的服务，例如 https://api.openai.com/v1；留空则仅使用禁用词列表。',
  },
  KINORA_MODERATION_KEY: {
    ...secretText,
    to: 'moderationKey',
    default: '',
    en: 'Key of that server.',
    zh: '该服务的密钥。',
  },
  KINORA_MODERATION_MODEL: {
    ...nonEmpty,
    to: 'moderationModel',
    default: 'omni-moderation-latest',
    en: 'Model of that server.',
    zh: '该服务使用的模型。',
  },
  KINORA_MODERATION_ON_FAILURE: {
    ...oneOf(['reject', 'allow'] as const),
    to: 'moderationOnFailure',
    default: 'reject',
    en: 'What happens to prompts while that server does not answer: `reject` or `allow`.',
    zh: '该服务无响应时如何处理提示词：`reject` 拒绝，`allow` 放行。',
  },
} as const;

/** A key without its server would be ignored silently. */
export function moderationProblems({
  moderationUrl,
  moderationKey,
}: {
  readonly moderationUrl: string | undefined;
  readonly moderationKey: string | undefined;
}): string[] {
  return moderationKey && !moderationUrl ? ['KINORA_MODERATION_KEY requires KINORA_MODERATION_URL.'] : [];
}
