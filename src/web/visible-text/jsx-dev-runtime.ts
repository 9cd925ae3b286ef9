import * as react from 'react/jsx-dev-runtime'
import { visibleProps } from './visible-props.ts'

export { Fragment } from 'react/jsx-dev-runtime'

/** As in `jsx-runtime.ts`, while one develops. */
export const jsxDEV: typeof react.jsxDEV = (type, props, ...rest) =>
  react.jsxDEV(type, visibleProps(props as object), ...rest)
