/** Messages of the page that connects clients. */
import { catalogue } from '../i18n/catalogue.ts';

export const connectMessages = catalogue({
  en: {
    title: 'Connect a client',
    intro: 'Clients of OpenAI’s interfaces need an address and a key. Choose yours and copy its settings.',
    tokens: 'Tokens',
    address: 'Address',
    addressHint: 'For most clients with /v1 at the end, as in the settings below.',
    key: 'Key',
    keyHint: 'Of an image token. It fills the settings on this page only, and is not stored.',
    model: 'Model',
    client: 'Client',
    clients: 'Clients',
    run: (version: string, platform: string) => `Tried unchanged: ${version}, ${platform}.`,
    replayed: (version: string, platform: string) =>
      `Its requests were replayed from its source: ${version}, ${platform}.`,
    aliasSet: (alias: string, model: string) => `It asks for ${alias}, which means ${model} here.`,
    aliasMissing: (alias: string) => `It asks for ${alias}, so it needs an alias of that name.`,
    askOperator: 'Ask the operator to set it.',
    setAlias: 'Set alias',
    browsers: 'Browsers',
    browsersHint:
      'Pages of any origin may call this server, with any header: CORS needs no setting. The key is visible to everyone who can open the page, so give its token a spending limit.',
    proxies: 'Midjourney clients',
    proxiesHint: (address: string) =>
      `Clients of midjourney-proxy take the address without /v1 (${address}), and the key as their secret.`,
  },
  zh: {
    title: '连接客户端',
    intro: '使用 OpenAI 接口的客户端需要地址和密钥。选择你的客户端并复制设置。',
    tokens: '令牌',
    address: '地址',
    addressHint: '多数客户端在末尾加 /v1，如下方设置所示。',
    key: '密钥',
    keyHint: '图片令牌的密钥。仅用于填入本页的设置，不会存储。',
    model: '模型',
    client: '客户端',
    clients: '客户端列表',
    run: (version: string, platform: string) => `已原样试用：${version}，${platform}。`,
    replayed: (version: string, platform: string) => `已按其源码重放请求：${version}，${platform}。`,
    aliasSet: (alias: string, model: string) => `它请求 ${alias}，此处指向 ${model}。`,
    aliasMissing: (alias: string) => `它请求 ${alias}，因此需要同名的别名。`,
    askOperator: '请联系运营者设置。',
    setAlias: '设置别名',
    browsers: '浏览器',
    browsersHint:
      '任何来源的网页都可以带任何请求头调用此服务器：CORS 无需设置。能打开网页的人都能看到密钥，请为其令牌设置消费上限。',
    proxies: 'Midjourney 客户端',
    proxiesHint: (address: string) =>
      `midjourney-proxy 的客户端使用不带 /v1 的地址（${address}），密钥作为其 secret。`,
  },
});
