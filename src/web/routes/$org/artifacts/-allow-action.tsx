import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SeenArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { useRefusal } from '#web/api/permission.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { environmentQuery } from '#web/environment/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { MenuItem } from '#web/ui/menu-items.tsx'
import { Menu } from '#web/ui/menu.tsx'

const AllowDialog = lazyPart(() => import('#web/allow-list/allow-dialog.tsx'))

/** Puts an artifact that was only seen on the allow-list of an environment in which it runs. */
export function AllowAction({ org, artifact }: { org: string; artifact: SeenArtifact }) {
  const { fingerprint, name, running } = artifact
  const [env, setEnv] = useState<string | null>(null)
  const tags = useQuery({ ...environmentQuery(org, env ?? ''), enabled: env !== null }).data?.tags
  const refusal = useRefusal('member')
  const names = running.map((one) => one.environment_name)
  const [only, second] = names
  if (only === undefined) return null
  return (
    <>
      {second === undefined ? (
        <Button refusal={refusal} onClick={() => setEnv(only)}>
          Allow in {only}
        </Button>
      ) : (
        <Menu label="Allow in" align="end" trigger={<Button>Allow in…</Button>}>
          {names.map((one) => (
            <MenuItem key={one} refusal={refusal} onSelect={() => setEnv(one)}>
              {one}
            </MenuItem>
          ))}
        </Menu>
      )}
      {env !== null && tags && (
        <AllowDialog
          {...{ org, env, tags }}
          artifact={{ fingerprint, name }}
          onClose={() => setEnv(null)}
        />
      )}
    </>
  )
}
