/**
 * The proxy through which this server reaches others: HTTP_PROXY, HTTPS_PROXY and NO_PROXY, as other programs read them. The proxy resolves
 * the names of hosts, so it is also what keeps clients' URLs from internal addresses then.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { environmentVariable } from '../../config/config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap(name => [name, name.toLowerCase()]);

/** What names the proxy in the environment of this process. */
export function proxyEnvironment(): Environment {
  return Object.fromEntries(names.map(name => [name, environmentVariable(name)]));
}

/** `isKept`: connections are kept open. Requests to hosts of NO_PROXY go there directly. */
export function outboundAgent(protocol: string, { isKept }: { readonly isKept: boolean }): HttpAgent {
  const options = { keepAlive: isKept, maxFreeSockets: 8, proxyEnv: proxyEnvironment() };
  return protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
}

/** An agent that goes through the proxy for this URL. Undefined: the URL is asked directly. */
export function proxyAgent(url: URL, env: Environment): HttpAgent | undefined {
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = env[name.toLowerCase()] || env[name];
  if (!proxy || isExcepted(url, env['no_proxy'] || env['NO_PROXY'] || '')) return undefined;
  // Without NO_PROXY: it is decided here, once.
  const options = { proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } };
  return url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
}

/** Entries are `*`, a host, a domain with a leading dot or `*.`, each perhaps with a port. */
function isExcepted({ hostname, host }: URL, list: string): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some(entry => {
      if (entry === '*' || entry === host || entry === hostname) return true;
      const domain = entry.replace(/^\*(?=\.)/, '');
      return domain.startsWith('.') && (hostname.endsWith(domain) || host.endsWith(domain));
    });
}
