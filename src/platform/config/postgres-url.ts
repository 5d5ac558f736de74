/** The URL of the database, with errors for what `URL` would misread. */
type PostgresUrl = Pick<URL, 'protocol' | 'username' | 'password' | 'host' | 'pathname' | 'searchParams'>;

/**
 * Parses the URL of a database (libpq, "Connection URIs"), of one host. `host` is empty if the query names a local socket, also for a URL
 * with a user, with which `URL` requires a host. Throws a RangeError that says what is allowed.
 */
export function parsePostgresUrl(text: string): PostgresUrl {
  const complete = text.replace(/^(\w+:\/\/[^/?#]*@)(?=\/)/, '$1localhost');
  const url = URL.parse(complete);
  if (!url || !/^postgres(ql)?:\/\//.test(complete) || isMisread(url))
    throw new RangeError(
      'it must be a URL such as postgres://user:password@host:5432/database, with special characters percent-encoded',
    );
  const { protocol, username, password, host, pathname, searchParams } = url;
  return { protocol, username, password, host: complete === text ? host : '', pathname, searchParams };
}

/** An @ after the host: the password contains a character that ends it, and its rest would be shown as a name. A comma: several hosts. */
function isMisread({ host, pathname, search, hash }: URL): boolean {
  const others = search
    .slice(1)
    .split('&')
    .filter(pair => !/^(user|password)=/.test(pair));
  return host.includes(',') || [pathname, hash, ...others].some(part => part.includes('@'));
}
