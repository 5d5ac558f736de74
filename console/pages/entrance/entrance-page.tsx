/** What one sees before one is inside. */
export { JoinPage } from './join.tsx';
export { SignInPage } from './sign-in.tsx';
