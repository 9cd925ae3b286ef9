import { useNavigate } from '@tanstack/react-router'
import { BellPlus } from 'lucide-react'
import { useRefusal } from '#web/api/permission.ts'

/**
 * The action that begins a rule for what a log shows, for those who may make one.
 * @param environments that the log is narrowed to; the rule begins with them
 */
export function useNotifyAction(org: string, environments: readonly string[] | null | undefined) {
  const refusal = useRefusal('member')
  const navigate = useNavigate()
  if (refusal !== null) return []
  const begin = () =>
    void navigate({
      to: '/$org/settings/notifications/new',
      params: { org },
      search: environments?.length ? { environment: [...environments] } : {},
    })
  return [{ icon: BellPlus, label: 'Notify me of these', hint: '', run: begin }]
}
