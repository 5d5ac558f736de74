/** Same check as on the server: a name, an @, and a domain with a dot. */
const pattern = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i;

export function isEmail(text: string): boolean {
  return pattern.test(text);
}
