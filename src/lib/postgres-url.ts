type PostgresUrl = Pick<URL, 'protocol' | 'username' | 'password' | 'host' | 'pathname' | 'searchParams'>;

/**
 * Parses the URL of a database (libpq, "Connection URIs"). `host` is empty for a local socket, also if the URL has a user, with which `URL`
 * requires a host. Throws a RangeError that says what is allowed.
 */
export function parsePostgresUrl(text: string): PostgresUrl {
  const complete = text.replace(/^(\w+:\/\/[^/?#]*@)(?=\/)/, '$1localhost');
  const url = URL.parse(complete);
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol))
    throw new RangeError('it must be a URL that begins with postgres:// or postgresql://');
  const { protocol, username, password, host, pathname, searchParams } = url;
  return { protocol, username, password, host: complete === text ? host : '', pathname, searchParams };
}
