/** Stands where there is nothing to say. */
export const emptyCell = <span className="zero text-muted">–</span>
