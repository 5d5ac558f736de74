/** The pages before sign-in. */
export { JoinPage } from './join.tsx';
export { SignInPage } from './sign-in.tsx';
export { LegalPage } from './legal.tsx';
export { ForgotPage, SignUpPage } from './sign-up.tsx';
