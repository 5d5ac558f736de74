/**
 * Resolves host names with DNS queries that can be cancelled. The system resolver cannot be cancelled, and
 * holds one of the threads that also read files for as long as a foreign name server takes. It is used only
 * for names that clients cannot own: those without a dot, those under `.local`, `.internal` and `.localhost`,
 * and those in the hosts file.
 */
import dns from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { openGate } from '../async/gate.ts';

const hostsFile = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const localName = /^[^.]+$|\.(local|internal|localhost)$/i;
const systemLookUps = openGate({ places: 2 });

/**
 * Returns the addresses of a host. Rejects if there are none or if the signal aborts. `servers`
 * replaces the name servers in tests.
 */
export async function resolveHost(
  host: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<readonly string[]> {
  const addresses = await addressesInHosts(host);
  if (addresses.length > 0) return addresses;
  return localName.test(host) ? lookUp(host, signal) : askDns(host, signal, servers);
}

/** Queries IPv4 and IPv6 addresses. One of them may be missing. */
async function askDns(
  host: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<readonly string[]> {
  const resolver = new dns.Resolver({ timeout: 3_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []));
    const [failedAnswer] = answers.filter(answer => answer.status === 'rejected');
    if (addresses.length === 0 && failedAnswer) throw failedAnswer.reason;
    return addresses;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function lookUp(host: string, signal: AbortSignal): Promise<readonly string[]> {
  return systemLookUps.run({ holder: '', signal }, async () =>
    (await dns.lookup(host, { all: true })).map(({ address }) => address),
  );
}

/** Returns the addresses of a name in the hosts file. The list is empty if there is no such file. */
async function addressesInHosts(host: string): Promise<readonly string[]> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  return text.split('\n').flatMap(line => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) && names.some(name => name.toLowerCase() === host.toLowerCase()) ? [address] : [];
  });
}
