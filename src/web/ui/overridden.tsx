import { ArrowLeftRight } from 'lucide-react'
import { Icon } from './icon.tsx'

/** Beside a verdict that an override says: two arrows in outline, named for those who listen. */
export const Overridden = () => (
  <span role="img" aria-label="overridden" title="Overridden" className="inline-flex text-muted">
    <Icon of={ArrowLeftRight} small />
  </span>
)
