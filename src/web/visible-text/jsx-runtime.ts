import * as react from 'react/jsx-runtime'
import { visibleProps } from './visible-props.ts'

export { Fragment } from 'react/jsx-runtime'

/**
 * Target of the dashboard's JSX: React's own, so that every text of a user's passes
 * `visibleProps` without a call of it wherever such text is shown.
 */
export const jsx: typeof react.jsx = (type, props, key) =>
  react.jsx(type, visibleProps(props as object), key)

/** The same, with several children. */
export const jsxs: typeof react.jsxs = (type, props, key) =>
  react.jsxs(type, visibleProps(props as object), key)
