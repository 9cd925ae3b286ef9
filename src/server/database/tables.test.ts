import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, it, onTestFinished } from 'vitest'
import { templateDatabase } from '#server/testing/global-database.ts'
import { makeDatabase, rowsOf } from '#server/testing/own-database.ts'

/** Nodes of the syntax tree that describe rows. */
interface Node {
  type: string
  [part: string]: unknown
}

interface Interface {
  extends: { expression: { name: string }; typeArguments?: { params: Node[] } | null }[]
  body: { body: { key: { name: string }; typeAnnotation: { typeAnnotation: Node } }[] }
}

/** Every interface below `tables`, by name. */
function readInterfaces(): Map<string, Interface> {
  const folder = new URL('./tables/', import.meta.url)
  const sources = [
    new URL('./tables.ts', import.meta.url),
    ...readdirSync(folder).map((file) => new URL(file, folder)),
  ]
  const found = new Map<string, Interface>()
  for (const source of sources) {
    const { program } = parseSync(source.pathname, readFileSync(source, 'utf8'))
    for (const statement of program.body as unknown as Node[]) {
      const declared = (statement.declaration ?? statement) as Node
      if (declared.type !== 'TSInterfaceDeclaration') continue
      found.set((declared.id as { name: string }).name, declared as unknown as Interface)
    }
  }
  return found
}

const interfaces = readInterfaces()

/** Types of the members of an interface and of those it extends. */
function membersOf(name: string): Map<string, Node> {
  const declared = interfaces.get(name)
  if (!declared) throw new Error(`${name} is no interface of the tables`)
  const members = new Map<string, Node>()
  for (const { expression, typeArguments } of declared.extends) {
    const isOmit = expression.name === 'Omit'
    const [base, omitted] = isOmit ? typeArguments!.params : []
    for (const [key, type] of membersOf(base ? nameOf(base) : expression.name))
      if (!omitted || key !== (omitted.literal as { value: string }).value) members.set(key, type)
  }
  for (const { key, typeAnnotation } of declared.body.body)
    members.set(key.name, typeAnnotation.typeAnnotation)
  return members
}

const nameOf = (type: Node) => (type.typeName as { name: string }).name

const families: Record<string, string> = {
  TSStringKeyword: 'text',
  TSLiteralType: 'text',
  // A member type of another interface, like ControlVersion['event'].
  TSIndexedAccessType: 'text',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSNullKeyword: 'null',
  TSArrayType: 'array',
  Instant: 'number',
  Buffer: 'bytes',
  Json: 'json',
  NullableJson: 'json null',
  GeneratedJson: 'json',
}

/** Column family of a type: unions declared in other files are of texts. */
function familyOf(type: Node): string {
  if (type.type === 'TSUnionType')
    return [...new Set((type.types as Node[]).map(familyOf))].sort(nullLast).join(' ')
  if (type.type !== 'TSTypeReference') return families[type.type] ?? type.type
  const name = nameOf(type)
  const [inner] = (type.typeArguments as { params: Node[] } | null)?.params ?? []
  if (inner && /^Generated(Always)?$/.test(name)) return familyOf(inner)
  return families[name] ?? 'text'
}

const nullLast = (one: string, other: string) => Number(one === 'null') - Number(other === 'null')

/** Every column that the code declares, as `table.column family`. */
function declaredColumns(): string[] {
  return Array.from(membersOf('Tables')).flatMap(([table, row]) =>
    Array.from(membersOf(nameOf(row)), ([column, type]) => `${table}.${column} ${familyOf(type)}`),
  )
}

/** Every column of a migrated database, in the same form. */
async function actualColumns(): Promise<string[]> {
  const { connection, drop } = await makeDatabase(templateDatabase)
  onTestFinished(drop)
  const rows = await rowsOf<{ column: string }>(
    connection,
    `
    select concat(table_name, '.', column_name, ' ', case
        when udt_name in ('text', 'xid8', 'int8range') then 'text'
        when udt_name in ('int2', 'int4', 'int8', 'float8') then 'number'
        when udt_name in ('json', 'jsonb') then 'json'
        when udt_name = 'bool' then 'boolean'
        when udt_name = 'bytea' then 'bytes'
        when udt_name = '_text' then 'array'
        else udt_name end,
      case when is_nullable = 'YES' then ' null' end) as column
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'`,
  )
  return rows.map(({ column }) => column)
}

it('declares every table and column of the database as it is', async () => {
  const actual = await actualColumns()
  expect(actual.length).toBeGreaterThan(600)
  expect(declaredColumns().sort()).toEqual(actual.sort())
})
