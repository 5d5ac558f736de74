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

/** An @ after the host: the password contains a character that ends it, and its rest would be shown as a name. */
function isMisread({ pathname, searchParams, hash }: URL): boolean {
  return [pathname, hash, ...searchParams.keys()].some(name => name.includes('@'));
}
