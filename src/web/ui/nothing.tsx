/** Stands where there is nothing to say. */
export const nothing = <span className="zero text-muted">–</span>
