/** Which servers this client fits. It is released with the server, under the same version. */

export const clientVersion = '0.1.0';
/** The oldest server that has every operation of this client. */
const oldestServer = '0.1.0';

/** Returns why a server cannot be used with this client, or undefined if it can. */
export function versionProblem(server: string, client = clientVersion): string | undefined {
  const [theirs, ours] = [major(server), major(client)];
  if (theirs > ours)
    return `The server has version ${server}, but this is kinora-client ${client}. Install kinora-client@${theirs}.`;
  if (theirs < ours || isOlder(server, oldestServer))
    return `The server has version ${server}, but kinora-client ${client} needs ${oldestServer} or later. Update the server, or install kinora-client@${server}.`;
  return undefined;
}

/**
 * Returns what to do about an operation that the server rejects as unknown, if that may be due to the
 * versions.
 */
export function versionHint(server: string | null, client = clientVersion): string {
  if (server === null)
    return ' The address leads to no Kinora server, or to one that is older than this client.';
  if (server === client) return '';
  const [relation, remedy] = isOlder(server, client) ? ['older', 'server'] : ['newer', 'client'];
  return ` The server has version ${server}, which is ${relation} than kinora-client ${client}: update the ${remedy}.`;
}

function isOlder(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) < 0;
}

function major(version: string): number {
  return Number.parseInt(version, 10);
}
