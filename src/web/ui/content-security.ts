import { setNonce } from 'get-nonce'

/** The nonce that the page's policy asks of style elements; none where there is no policy. */
export const styleNonce = document.querySelector<HTMLMetaElement>(
  'meta[property="csp-nonce"]',
)?.nonce

/** The one text that a library of ours sets as markup: the style sheet of an open select. */
const selectStyle =
  '[data-radix-select-viewport]{scrollbar-width:none;-ms-overflow-style:none;-webkit-overflow-scrolling:touch;}[data-radix-select-viewport]::-webkit-scrollbar{display:none}'

/** The part of the browser's trusted types that is used here; not every browser has them. */
interface TrustedTypes {
  createPolicy: (name: string, rules: { createHTML: (html: string) => string | null }) => unknown
}

/**
 * Makes libraries that insert style elements fit the page's content security policy: they get its
 * nonce, and of all texts only that of the select's styles may become markup.
 */
export function adoptContentSecurity(): void {
  if (styleNonce) setNonce(styleNonce)
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML: (html) => (html === selectStyle ? html : null),
  })
}
