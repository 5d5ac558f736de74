/** Rejects new passwords that are easy to guess, as estimated by zxcvbn. Why: decisions/013. */
import { AppError } from '@kinora/shared/errors/errors';

/**
 * The minimum in characters. It is the same for every role, because a member who becomes an
 * operator keeps the password.
 */
export const minPasswordLength = 12;
/** The maximum in characters. Longer passwords are not safer, and take longer to hash. */
export const maxPasswordLength = 200;

/** The highest score of zxcvbn: more than 10^10 guesses are expected. */
const acceptedScore = 4;
/**
 * Only the beginning is checked, because the time of a check grows faster than the length. A strong
 * beginning makes a strong password.
 */
const checkedLength = 64;
const serviceWords = ['kinora', 'operator', 'administrator', 'password'];

export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

/**
 * Throws AppError `password_weak` for a password that is common, repetitive or sequential, or that consists
 * of the user's own data or the name of the service. `param` is the field of the request that contains it.
 * The caller has checked its length.
 */
export async function rejectWeakPassword(
  password: string,
  { email, name }: PasswordOwner,
  param = 'password',
): Promise<void> {
  const ownerWords = [email, name, ...email.split(/[@.]/), ...name.split(/\s+/)].filter(
    word => word.length > 2,
  );
  const { check } = await (estimator ??= openEstimator());
  const { score } = check(password.slice(0, checkedLength), [...serviceWords, ...ownerWords]);
  if (score < acceptedScore) throw new AppError('password_weak', { param });
}

interface Estimator {
  readonly check: (password: string, ownWords: string[]) => { readonly score: number };
}

let estimator: Promise<Estimator> | undefined;

/** Loads the lists of common passwords only when the first password is set, because they take much memory. */
async function openEstimator(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return { check: (password, ownWords) => zxcvbn.check(password, ownWords) };
}
