/** Messages about forms as API requests. */
import { catalogue } from '../../i18n/catalogue.ts';

export const apiMessages = catalogue({
  en: {
    view: 'View',
    result: 'Result',
    api: 'API',
    format: 'Interface',
    interfaces: {
      images: 'OpenAI Images',
      chat: 'Chat',
      midjourney: 'Midjourney proxy',
      videos: 'OpenAI Videos',
    },
    language: 'Language',
    follow: 'Get result',
    polling: 'Polling',
    webhook: 'Webhook',
    tokenHint: (variable: string) => `Replace ${variable} with a token key. Keys are never shown here.`,
    newestHint: 'This is the request of your latest result.',
    fileHint: 'Local files are shown as URLs. Send yours as a form field or a data URL.',
    pictureHint:
      'Images are shown as URLs. Send yours as data URLs in base64Array, or as URLs in the prompt.',
  },
  zh: {
    view: '视图',
    result: '结果',
    api: 'API',
    format: '接口',
    interfaces: {
      images: 'OpenAI 图片',
      chat: '对话',
      midjourney: 'Midjourney 代理',
      videos: 'OpenAI 视频',
    },
    language: '语言',
    follow: '获取结果',
    polling: '轮询',
    webhook: 'Webhook',
    tokenHint: (variable: string) => `请将 ${variable} 替换为令牌的密钥。密钥不会显示在这里。`,
    newestHint: '这是你最新结果的请求。',
    fileHint: '本地文件以网址显示。请以表单字段或 data URL 发送你的文件。',
    pictureHint: '图片以网址显示。请以 data URL 放入 base64Array 发送，或将网址写入提示词。',
  },
});
