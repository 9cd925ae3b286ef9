import { Columns3 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuChecks, MenuGroup, MenuItem, MenuLine } from '#web/ui/menu-items.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { ColumnChoice } from './column-choice.ts'

/** Chooses the columns of a list. What is chosen is shown as far as there is room. */
export function ColumnsMenu({ choice }: { choice: ColumnChoice }) {
  const { offered, onChange } = choice
  const chosen = offered.filter(({ isChosen }) => isChosen).map(({ id }) => id)
  const toggle = (id: string, isChosen: boolean) =>
    onChange(
      offered.map((one) => one.id).filter((one) => (one === id ? isChosen : chosen.includes(one))),
    )
  return (
    <Menu
      label="Columns"
      align="end"
      trigger={
        <Button kind="quiet" className="max-md:hidden md:h-7">
          <Icon of={Columns3} small />
          Columns
        </Button>
      }
    >
      <MenuGroup label="Shown as far as there is room">
        <MenuChecks
          options={offered.map(({ id, ...rest }) => ({ value: id, ...rest }))}
          onChange={toggle}
        />
      </MenuGroup>
      <MenuLine />
      <MenuItem refusal={choice.isUsual ? 'shown' : null} onSelect={() => onChange(undefined)}>
        Usual columns
      </MenuItem>
    </Menu>
  )
}
