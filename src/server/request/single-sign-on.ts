/** Seconds that a person has to sign in at the identity provider. */
export const maxSignInSeconds = 600

/** The browser that signs in. */
export interface Browser {
  address: string
  requestId: string
  userAgent: string | undefined
  /** Its `Cookie` header. */
  cookie: string | undefined
}

/** The provider's answer, in the browser that was sent to it. */
export interface SignInAnswer {
  /** With the question mark. */
  query: string
  /** The attempt that the browser has stored since the sign-in began; null for none. */
  encryptedAttempt: string | null
  browser: Browser
}

/** Signing in at an identity provider: a browser is sent there, and comes back. */
export interface SingleSignOn {
  /**
   * Begins to sign in.
   * @returns the address to go to, and what the browser stores meanwhile
   * @throws Problem 503 when the provider does not answer
   */
  begin(returnTo: string | null): Promise<{ url: string; encryptedAttempt: string }>
  /**
   * Opens a session, if the answer can be believed and the person may come in.
   * @returns the cookie of the session, and the path that was asked for, whatever it is
   * @throws Problem 401, 503
   */
  finish(answer: SignInAnswer): Promise<{ cookie: string; returnTo: string | null }>
}
