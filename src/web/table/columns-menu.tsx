import { Columns3 } from 'lucide-react'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuGroup, MenuItem, MenuLine } from '#web/ui/menu-items.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { ColumnChoice } from './column-choice.ts'

const MenuOrder = lazyPart(() => import('#web/ui/menu-order.tsx'))

/** Chooses the columns of a list, and their order. They are shown as far as there is room. */
export function ColumnsMenu({ choice }: { choice: ColumnChoice }) {
  const { offered, onChange } = choice
  usePreload(MenuOrder)
  const isChosen = (id: string) => offered.some((one) => one.id === id && one.isChosen)
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
      <MenuGroup label="Shown as far as there is room; Alt ↑ ↓ moves">
        <MenuOrder
          always={choice.always}
          options={offered.map(({ id, ...rest }) => ({ value: id, ...rest }))}
          onToggle={(id, isShown) =>
            onChange(
              offered.map((one) => one.id).filter((one) => (one === id ? isShown : isChosen(one))),
            )
          }
          onOrder={onChange}
        />
      </MenuGroup>
      <MenuLine />
      <MenuItem
        refusal={choice.isDefault ? 'nothing to reset' : null}
        onSelect={() => onChange(undefined)}
      >
        Reset
      </MenuItem>
    </Menu>
  )
}
