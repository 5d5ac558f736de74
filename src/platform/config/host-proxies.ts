/** The setting that names a proxy for single hosts. */
import { listItems } from '../lib/text/list-items.ts';
import type { SettingKind } from './setting-kinds.ts';

/** Pairs of a host and the proxy through which it is reached: a URL, or `direct` for none. */
export const hostProxyList: SettingKind<readonly (readonly [host: string, proxy: string])[]> = {
  allowed: {
    en: 'host=proxy, comma-separated, or empty; the proxy is an http URL or "direct"',
    zh: '主机=代理，用逗号分隔，可留空；代理为 http URL 或 "direct"',
  },
  parse: text =>
    listItems(text).map(entry => {
      const [host = '', proxy = ''] = [
        entry.slice(0, entry.indexOf('=')),
        entry.slice(entry.indexOf('=') + 1),
      ];
      const isProxy = proxy === 'direct' || /^https?:$/.test(URL.parse(proxy)?.protocol ?? '');
      if (!/^[\w.*:[\]-]+$/.test(host) || !isProxy)
        throw new RangeError(
          'each entry must be host=proxy, such as api.example.com=http://10.0.0.1:3128 or .lan=direct',
        );
      return [host.toLowerCase(), proxy] as const;
    }),
  // A proxy may have a password.
  show: text => text.replaceAll(/\/\/[^@,/]*@/g, `//••••@`),
};

export const hostProxySetting = {
  ...hostProxyList,
  to: 'hostProxies',
  default: '',
  en: 'Proxies of single hosts, such as that of an engine, instead of HTTP_PROXY, HTTPS_PROXY and NO_PROXY. "direct": none.',
  zh: '单个主机（例如某个引擎）的代理，优先于 HTTP_PROXY、HTTPS_PROXY 和 NO_PROXY；"direct" 表示不使用代理。',
} as const;
