import { Fragment } from 'react'

/** A long name that breaks where it has a slash or a bar, before it breaks within a word. */
export const Breakable = ({ name }: { name: string }) =>
  name.split(/(?<=[/|])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
