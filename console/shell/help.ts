/** The page of the documentation that explains a page of the Console. */

const docOf: Readonly<Record<string, string>> = {
  '/welcome': 'console#first-steps',
  '/image': 'prompts',
  '/video': 'video-interface',
  '/gallery': 'console#generating',
  '/task': 'image-interface#follow-a-task',
  '/models': 'models',
  '/compare': 'accounts#tiers-and-prices',
  '/tokens': 'accounts#tokens',
  '/webhooks': 'hooks',
  '/reference': 'image-interface',
  '/tasks': 'image-interface#follow-a-task',
  '/usage': 'accounts#the-ledger',
  '/ledger': 'accounts#the-ledger',
  '/people': 'sign-in',
  '/profile': 'sign-in',
  '/overview': 'operate#overview',
  '/engines': 'engines',
  '/workflows': 'engines/comfyui',
  '/prices': 'accounts#tiers-and-prices',
  '/groups': 'accounts#groups',
  '/accounts': 'accounts',
  '/moderation': 'operate',
  '/audit': 'operate',
  '/settings': 'configuration',
};

/** `path`: below /console, such as `/models/sketch`. Pages without an own one lead to the index. */
export function helpAddress(path: string): string {
  const [, page = ''] = path.split('/');
  const doc = docOf[`/${page}`];
  return doc === undefined ? '/docs' : `/docs/${doc}`;
}
