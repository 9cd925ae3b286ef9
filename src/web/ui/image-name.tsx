import { visibleText } from '#domain/common/visible-text.ts'

/** Name of an artifact; of an image first what tells it from others, then where it is kept. */
export function ImageName(props: { name: string }) {
  const name = visibleText(props.name)
  const at = name.lastIndexOf('/') + 1
  if (at === 0 || at === name.length) return <>{name}</>
  return (
    <>
      {name.slice(at)}
      <span className="font-normal text-muted"> in {name.slice(0, at - 1)}</span>
    </>
  )
}
