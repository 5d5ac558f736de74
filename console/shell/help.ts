/** The page of the documentation that explains a page of the Console. */

import type { Language } from '../i18n/language.ts';

const docOf: Readonly<Record<string, string>> = {
  '/welcome': 'console#first-steps',
  '/image': 'prompts',
  '/video': 'video-interface',
  '/gallery': 'console#generating',
  '/task': 'image-interface#follow-a-task',
  '/models': 'models',
  '/plans': 'sell#plans',
  '/compare': 'accounts#tiers-and-prices',
  '/tokens': 'accounts#tokens',
  '/connect': 'connect-a-client',
  '/webhooks': 'hooks',
  '/reference': 'image-interface',
  '/tasks': 'image-interface#follow-a-task',
  '/usage': 'accounts#the-ledger',
  '/ledger': 'accounts#the-ledger',
  '/people': 'sign-in',
  '/profile': 'sign-in',
  '/overview': 'operate#overview',
  '/engines': 'engines',
  '/local': 'local-models',
  '/workflows': 'engines/comfyui',
  '/aliases': 'models#aliases',
  '/prices': 'accounts#tiers-and-prices',
  '/groups': 'accounts#groups',
  '/accounts': 'accounts',
  '/moderation': 'operate',
  '/audit': 'operate',
  '/settings': 'configuration',
};

/** The pages that are translated. */
const chineseOf: Readonly<Record<string, string>> = {
  'console#first-steps': 'zh/console#入门步骤',
  'console#generating': 'zh/console#生成',
  prompts: 'zh/prompts',
  'video-interface': 'zh/video-interface',
  'image-interface': 'zh/image-interface',
  'image-interface#follow-a-task': 'zh/image-interface#跟踪任务',
  'connect-a-client': 'zh/connect-a-client',
  hooks: 'zh/hooks',
};

/**
 * `path`: below /console, such as `/models/sketch`. Pages without documentation of their own lead to the
 * index.
 */
export function helpAddress(path: string, language: Language = 'en'): string {
  const [, page = ''] = path.split('/');
  const doc = docOf[`/${page}`];
  if (doc === undefined) return language === 'zh' ? '/docs/zh' : '/docs';
  return `/docs/${language === 'zh' ? (chineseOf[doc] ?? doc) : doc}`;
}
