/**
 * The proxy through which this server reaches others: HTTP_PROXY, HTTPS_PROXY and NO_PROXY, as other programs
 * read them, and before them KINORA_HOST_PROXIES, which has one for single hosts. The proxy resolves the
 * names of hosts, so then it is also the proxy that must keep the URLs of clients from internal addresses.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { environmentVariable, hostProxies } from '../../config/config.ts';
import { hostProxyList } from '../../config/host-proxies.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap(name => [name, name.toLowerCase()]);

/** Returns the variables in the environment of this process that name proxies. */
export function proxyEnvironment(): Environment {
  const variables = names.map(name => [name, environmentVariable(name)]);
  return { ...Object.fromEntries(variables), KINORA_HOST_PROXIES: hostProxies() };
}

/**
 * `isKept` means that connections are kept open. `base` is the base URL of an engine. Requests to hosts of
 * NO_PROXY go there directly.
 */
export function outboundAgent(
  base: URL,
  { isKept, env = proxyEnvironment() }: { readonly isKept: boolean; readonly env?: Environment },
): HttpAgent {
  const proxy = hostProxy(base, env);
  const proxyEnv = proxy === undefined ? env : proxyVariables(proxy);
  const options = { keepAlive: isKept, maxFreeSockets: 8, proxyEnv };
  return base.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
}

/** An agent that goes through the proxy for this URL. Returns undefined if the URL is requested directly. */
export function proxyAgent(url: URL, env: Environment): HttpAgent | undefined {
  const proxy = hostProxy(url, env) ?? commonProxy(url, env);
  if (proxy === undefined || proxy === direct) return undefined;
  const options = { proxyEnv: proxyVariables(proxy) };
  return url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
}

const direct = 'direct';

/** Returns variables without NO_PROXY, because the caller has already applied it. */
function proxyVariables(proxy: string): Environment {
  return proxy === direct ? {} : { HTTP_PROXY: proxy, HTTPS_PROXY: proxy };
}

/** Returns the proxy of the host alone, or undefined if there is none. */
function hostProxy(url: URL, env: Environment): string | undefined {
  return hostProxyList.parse(env['KINORA_HOST_PROXIES'] ?? '').find(([host]) => isMatch(url, host))?.[1];
}

function commonProxy(url: URL, env: Environment): string | undefined {
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = env[name.toLowerCase()] || env[name];
  const exceptions = (env['no_proxy'] || env['NO_PROXY'] || '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return proxy && !exceptions.some(entry => isMatch(url, entry)) ? proxy : undefined;
}

/** `entry` is `*`, a host, or a domain with a leading dot or `*.`, each perhaps with a port. */
function isMatch({ hostname, host }: URL, entry: string): boolean {
  if (entry === '*' || entry === host || entry === hostname) return true;
  const domain = entry.replace(/^\*(?=\.)/, '');
  return domain.startsWith('.') && (hostname.endsWith(domain) || host.endsWith(domain));
}
