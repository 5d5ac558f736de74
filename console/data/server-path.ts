/**
 * The path below which the server is reached, before `/console` and `/api`: empty, or that of
 * KINORA_BASE_URL. Every file of the Console is loaded from `<path>/console/…`, so the
 * URL of this module contains it.
 */
const { protocol, pathname } = new URL(import.meta.url);

export const basePath = protocol.startsWith('http')
  ? pathname.slice(0, pathname.lastIndexOf('/console/'))
  : '';

/** The name of the server, which is the title of the page until a page has another one. */
export const siteTitle = protocol.startsWith('http') ? document.title : '';

/** The address of the server in examples and links, without a trailing slash. */
export const serverAddress = (): string => `${location.origin}${basePath}`;
