import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The way to a policy's own page. */
export function PolicyLink(props: {
  org: string
  name: string
  className?: string
  children: ReactNode
}) {
  const { org, name } = props
  return (
    <Link to="/$org/policies/$policy" params={{ org, policy: name }} className={props.className}>
      {props.children}
    </Link>
  )
}
