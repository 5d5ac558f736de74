/**
 * Error codes of prompts, which the Console shows while the user types: a part of the
 * one table in `error-table.ts`.
 */

export const promptErrors = {
  prompt_flagged: {
    status: 422,
    en: 'The prompt was rejected by moderation: {categories}.',
    zh: '提示词未通过审核：{categories}。',
  },
  moderation_unavailable: {
    status: 503,
    retryable: true,
    en: 'Prompts cannot be moderated at the moment. Nothing was charged; try again later.',
    zh: '暂时无法审核提示词。未扣费，请稍后重试。',
  },
  request_invalid: { status: 400, en: '{reason}', zh: '请求无效：{reason}' },
  prompt_empty: {
    status: 400,
    en: 'The prompt is empty. Describe what you want to see.',
    zh: '提示词为空。请描述想要的画面。',
  },
  parameter_unknown: {
    status: 400,
    en: 'Unrecognized parameter `{parameter}`. Allowed: {allowed}.',
    zh: '无法识别的参数 `{parameter}`。允许：{allowed}。',
  },
  parameter_invalid: {
    status: 400,
    en: 'Invalid value for `{parameter}`: {value}. Allowed: {allowed}.',
    zh: '`{parameter}` 的值无效：{value}。允许：{allowed}。',
  },
  parameter_conflict: {
    status: 400,
    en: '`{parameter}` is not compatible with `{other}`. {remedy}',
    zh: '`{parameter}` 与 `{other}` 不兼容。{remedy}',
  },
  tasks_too_many: {
    status: 400,
    en: 'The request creates {count} tasks at once, but the tier {tier} allows at most {limit}.',
    zh: '该请求一次创建 {count} 个任务；速度档 {tier} 最多允许 {limit} 个。',
  },
} as const;
