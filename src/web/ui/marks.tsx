/** The tick in a box. */
export function CheckMark() {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 max-md:size-3.5">
      <path
        d="M2.5 6.5 5 9l4.5-5.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** The bar in a box of which only a part is chosen. */
export function PartMark() {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 max-md:size-3.5">
      <path
        d="M2.5 6h7"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  )
}
