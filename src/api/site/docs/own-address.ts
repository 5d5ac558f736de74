/** Puts the address at which the reader reached this server into the examples of a page. */

/** The address in the sources of the documentation. */
const exampleAddress = 'http://127.0.0.1:4040';

export interface OwnAddresses {
  /** The address of the image interface and everything else. */
  readonly direct: string;
  /** The address of the video interface and the Console's API. */
  readonly base: string;
}

/** A page that is complete once the addresses are known. */
export interface AddressedText {
  /** The text between the addresses. */
  readonly parts: readonly string[];
}

export function withoutAddresses(text: string): AddressedText {
  return { parts: text.split(exampleAddress) };
}

export function withAddresses(
  { parts: [start = '', ...rest] }: AddressedText,
  addresses: OwnAddresses,
): string {
  return start + rest.map(part => `${addressBefore(part, addresses)}${part}`).join('');
}

function addressBefore(rest: string, { direct, base }: OwnAddresses): string {
  return /^\/(?:v1|api)\b/.test(rest) ? base : direct;
}
