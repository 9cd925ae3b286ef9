import { Dialog } from '#web/ui/dialog.tsx'
import { turnSingleKeys, useActiveShortcuts, useSingleKeys } from '#web/ui/shortcuts.ts'
import { Switch } from '#web/ui/switch.tsx'

const names: Record<string, string> = { Escape: 'Esc' }

/** The keys that work on the page below, and a switch to turn the single letters off. */
export default function ShortcutHelp(props: { onClose: () => void }) {
  const shortcuts = useActiveShortcuts()
  const isOn = useSingleKeys()
  return (
    <Dialog title="Keyboard" onClose={props.onClose}>
      <dl className="grid grid-cols-[72px_minmax(0,1fr)] items-center gap-y-2 px-4 text-table">
        {[...shortcuts, searchKey, frameKey, openKey].map(({ key, label }) => (
          <div key={key} className="contents">
            <dt>
              <Key name={names[key] ?? key} />
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <div className="mx-4 mt-4 mb-3 border-t border-line pt-3">
        <Switch label="Single-key shortcuts" isOn={isOn} onTurn={turnSingleKeys} />
      </div>
    </Dialog>
  )
}

const searchKey = { key: 'Ctrl K', label: 'Search commits and fingerprints' }
const frameKey = { key: 'Ctrl B', label: 'Fold or unfold the navigation' }
const openKey = { key: 'Enter', label: 'Open what has the focus' }

function Key(props: { name: string }) {
  return (
    <kbd className="rounded-tag border border-line-strong px-1.5 font-sans text-mini font-medium text-muted">
      {props.name}
    </kbd>
  )
}
