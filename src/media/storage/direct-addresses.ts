/** Addresses of a storage from which clients get files without Kinora. */

export interface DirectAddresses {
  /** Scheme, host and port of all addresses. */
  origin(): Promise<string>;
  /**
   * An address for GET that works for `validSeconds`. It stays the same for a while, so
   * that clients can cache the file.
   */
  signAddress(
    key: string,
    file: ServedFile,
  ): Promise<{ readonly url: string; readonly validSeconds: number }>;
}

/** How a file is sent. */
export interface ServedFile {
  /** The header `Content-Type`. */
  readonly contentType: string;
  /** The header `Content-Disposition`. */
  readonly contentDisposition: string;
  /** The header `Cache-Control`. */
  readonly cacheControl: string;
  /**
   * When the file expires. No address is valid for longer. Undefined if it is not known yet, so that
   * addresses are valid for a short time.
   */
  readonly expiresAt: Date | undefined;
}
