export function SignInPage() {
  return <p>…</p>;
}

export function JoinPage() {
  return <p>…</p>;
}
