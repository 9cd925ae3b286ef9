import { Link, useNavigate } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

/** Asks whether an artifact may be deployed; where, is chosen there. */
export function DeployLink(props: { org: string; fingerprint: string }) {
  const { org, fingerprint } = props
  const navigate = useNavigate()
  const to = '/$org/can-i-deploy'
  const search = { fingerprint: [fingerprint] }
  useShortcuts([
    {
      key: 'c',
      label: 'Can I deploy it?',
      icon: Upload,
      run: () => void navigate({ to, params: { org }, search }),
    },
  ])
  return (
    <Link to={to} params={{ org }} search={search} className={buttonClass()} title="c">
      Can I deploy it?
    </Link>
  )
}
