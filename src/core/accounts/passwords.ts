/**
 * Hashes passwords with argon2id, as PHC strings. These contain the costs, so that
 * the costs can be raised later.
 */
import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { randomSecretBytes } from '../../platform/lib/id.ts';
import { InvariantError } from '@kinora/shared/errors/invariant-error';

const compute = promisify(argon2);

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const costs = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;
/** Each computation takes 19 MB. */
const maxConcurrent = 2;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomSecretBytes(saltBytes);
  return writeHash(salt, await derive(password, salt, costs));
}

function writeHash(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = costs;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(hash)}`;
}

/**
 * A hash that is compared if a user has no password. It is random, because hashing a text would take time.
 */
const decoy = writeHash(randomSecretBytes(saltBytes), randomSecretBytes(hashBytes));

/**
 * Compares a password with a stored hash. Takes the same time without one, so that the time does
 * not reveal which users exist.
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored ?? decoy) ?? [];
  if (!salt || !hash) throw new InvariantError('A stored password is not an argon2id string');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const expected = Buffer.from(hash, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), parameters);
  return timingSafeEqual(actual, expected) && stored !== undefined;
}

let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, nonce: Buffer, parameters: typeof costs): Promise<Buffer> {
  if (running >= maxConcurrent) await new Promise<void>(resolve => waiting.push(resolve));
  else running++;
  try {
    return await compute('argon2id', {
      message: password.normalize('NFKC'),
      nonce,
      tagLength: hashBytes,
      ...parameters,
    });
  } finally {
    const startNext = waiting.shift();
    if (startNext) startNext();
    else running--;
  }
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
