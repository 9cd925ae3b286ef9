import { Dialog } from '#web/ui/dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { turnSingleKeys, useActiveShortcuts, useSingleKeys } from '#web/ui/shortcuts.ts'
import { Switch } from '#web/ui/switch.tsx'

const names: Record<string, string> = { Escape: 'Esc' }

const isWay = ({ key }: { key: string }) => key.startsWith('g ')

/** The keys that work on the page below, and a switch to turn the single letters off. */
export default function ShortcutHelp(props: { onClose: () => void }) {
  const shortcuts = useActiveShortcuts()
  const isOn = useSingleKeys()
  const groups = [
    { title: 'Go to', keys: [...shortcuts.filter(isWay), searchKey] },
    {
      title: 'This page',
      keys: [...shortcuts.filter((one) => !isWay(one) && !one.isOfRow), frameKey],
    },
    { title: 'Rows', keys: [...shortcuts.filter(({ isOfRow }) => isOfRow), openKey] },
  ]
  return (
    <Dialog title="Keyboard" onClose={props.onClose}>
      {groups.map(({ title, keys }) => (
        <section key={title} aria-label={title} className="mb-4">
          <h3 className="mb-2 px-4 text-meta font-medium text-muted">{title}</h3>
          <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-y-2 px-4 text-table">
            {keys.map(({ key, label }) => (
              <div key={key} className="contents">
                <dt>
                  <Kbd>{names[key] ?? key}</Kbd>
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <div className="mx-4 mb-3 border-t border-line pt-3">
        <Switch label="Single-key shortcuts" isOn={isOn} onTurn={turnSingleKeys} />
      </div>
    </Dialog>
  )
}

const searchKey = { key: 'Ctrl K', label: 'Search or jump to' }
const frameKey = { key: 'Ctrl B', label: 'Collapse or expand the navigation' }
const openKey = { key: 'Enter', label: 'Open selected' }
