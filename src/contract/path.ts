/**
 * Parameters in an endpoint's path: `{name}` is one segment, `{+name}` the rest of the path with its
 * slashes. Groups: the plus sign or nothing, then the name.
 */
export const pathParameter = /\{(\+?)(\w+)\}/g
