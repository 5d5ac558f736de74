/** The URL of the database, with errors for what `URL` would misread. */
type PostgresUrl = Pick<URL, 'protocol' | 'username' | 'password' | 'host' | 'pathname' | 'searchParams'>;

/**
 * Parses the URL of a database (libpq, "Connection URIs"). `host` is empty if the query names a local socket,
 * also for a URL with a user, with which `URL` requires a host. Several hosts are separated by commas in
 * `host`. Throws a RangeError that names what is allowed.
 */
export function parsePostgresUrl(text: string): PostgresUrl {
  const urls = urlsOfHosts(text).map(parseSingleUrl);
  const [firstUrl] = urls;
  if (!firstUrl || (urls.length > 1 && urls.some(({ host }) => host === ''))) throw new RangeError(shape);
  const session = /[?&]target_session_attrs=([^&]*)/.exec(text)?.[1];
  if (session !== undefined && !sessions.includes(session))
    throw new RangeError(
      `target_session_attrs must be one of ${sessions.join(', ')}, because Kinora writes to the database`,
    );
  return { ...firstUrl, host: urls.map(({ host }) => host).join(',') };
}

/** The values of libpq with which the server that is found can be written to. */
const sessions = ['any', 'read-write', 'primary'];

/**
 * One URL for each host of a URL with several (libpq, "Specifying Multiple Hosts"), in their order, without
 * `target_session_attrs`, which node-postgres does not know. A password may contain commas.
 */
export function urlsOfHosts(text: string): string[] {
  const [, scheme, user = '', hosts = '', ending = ''] =
    /^(\w+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(text) ?? [];
  if (scheme === undefined || !hosts.includes(',')) return [text];
  const path = ending.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '');
  return hosts.split(',').map(host => `${scheme}${user}${host}${path}`);
}

const shape =
  'it must be a URL such as postgres://user:password@host:5432/database, with special characters percent-encoded; several hosts are separated by commas';

function parseSingleUrl(text: string): PostgresUrl {
  const completedText = text.replace(/^(\w+:\/\/[^/?#]*@)(?=\/)/, '$1localhost');
  const url = URL.parse(completedText);
  if (!url || !/^postgres(ql)?:\/\//.test(completedText) || isMisread(url)) throw new RangeError(shape);
  const { protocol, username, password, host, pathname, searchParams } = url;
  return { protocol, username, password, host: completedText === text ? host : '', pathname, searchParams };
}

/**
 * Whether the URL has an @ after the host: then the password contains a character that ends it, and the rest
 * of the password would be shown.
 */
function isMisread({ host, pathname, search, hash }: URL): boolean {
  const otherPairs = search
    .slice(1)
    .split('&')
    .filter(pair => !/^(user|password)=/.test(pair));
  return host.includes(',') || [pathname, hash, ...otherPairs].some(part => part.includes('@'));
}
