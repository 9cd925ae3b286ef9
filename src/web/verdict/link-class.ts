/** A link within a sentence of a derivation. */
export const linkClass =
  'underline decoration-line-strong underline-offset-3 hover:decoration-current'
