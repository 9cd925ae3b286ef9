import { Dialog } from '#web/ui/dialog.tsx'
import { turnSingleKeys, useActiveShortcuts, useSingleKeys } from '#web/ui/shortcuts.ts'

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
      <label className="mx-4 my-4 flex min-h-6 items-center gap-2 border-t border-line pt-4 text-table">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={isOn}
          onChange={(event) => turnSingleKeys(event.currentTarget.checked)}
        />
        Keys without Ctrl are on
      </label>
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
