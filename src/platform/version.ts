/** The version of the product, which its clients of the same release share. */
import packageJson from '../../package.json' with { type: 'json' };

export const version = packageJson.version;

/** Tells clients which version answers them, so that one that does not fit can say so. */
export const versionHeader = 'x-kinora-version';
