/** The version of the product, which its clients of the same release share. */
import packageJson from '../../package.json' with { type: 'json' };

export const version = packageJson.version;

/**
 * The header with the version of the server, by which a client of another version can report the mismatch.
 */
export const versionHeader = 'x-kinora-version';
