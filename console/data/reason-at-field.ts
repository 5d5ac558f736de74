/** The text of an error at its field, whose label says which field it is. */

/** How a message begins that names the field of the request. */
const begins = /^(?:Invalid value for "[^"]*": |"[^"]*" 的值无效：)/;

export function reasonAtField(message: string): string {
  const reason = message.replace(begins, '');
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}
