/** Settings of the command line for calls of a running server. */
import { httpUrl, secretText } from './setting-kinds.ts';

export const clientSettings = {
  KINORA_URL: {
    ...httpUrl,
    to: 'clientUrl',
    default: '',
    en: 'For `kinora try` and `kinora mcp`: URL of the server to use. Empty: `try` starts a temporary one, and `mcp` uses http://127.0.0.1:4040.',
    zh: '用于 `kinora try` 和 `kinora mcp`：要使用的服务器；留空则 `try` 临时启动一个，`mcp` 使用 http://127.0.0.1:4040。',
  },
  KINORA_TOKEN: {
    ...secretText,
    to: 'clientToken',
    default: '',
    en: 'For `kinora mcp`: token of an image or video group.',
    zh: '用于 `kinora mcp`：图片或视频分组的令牌。',
  },
  KINORA_IMAGE_TOKEN: {
    ...secretText,
    to: 'clientImageToken',
    default: '',
    en: 'For `kinora try`: token of an image group.',
    zh: '用于 `kinora try`：图片分组的令牌。',
  },
  KINORA_VIDEO_TOKEN: {
    ...secretText,
    to: 'clientVideoToken',
    default: '',
    en: 'For `kinora try`: token of a video group.',
    zh: '用于 `kinora try`：视频分组的令牌。',
  },
} as const;
