/** Parts of a multipart body in the order given; a file has a name. */
export type Form = { name: string; content: string | Buffer; fileName?: string; type?: string }[]

const boundary = 'cairn-test-boundary'

/** Writes a multipart body by hand, so that tests can send what no library would. */
export function multipart(form: Form): { type: string; content: Buffer } {
  const chunks = form.flatMap((part) => {
    const fileName = part.fileName === undefined ? '' : `; filename="${part.fileName}"`
    const type = part.type ?? (part.fileName === undefined ? null : 'application/octet-stream')
    const head = [
      `--${boundary}`,
      `Content-Disposition: form-data; name="${part.name}"${fileName}`,
      ...(type ? [`Content-Type: ${type}`] : []),
    ]
    return [
      Buffer.from(`${head.join('\r\n')}\r\n\r\n`),
      Buffer.from(part.content),
      Buffer.from('\r\n'),
    ]
  })
  const content = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])
  return { type: `multipart/form-data; boundary=${boundary}`, content }
}

/** A form with a JSON part and perhaps a file, as clients send it. */
export function dataForm(
  json: unknown,
  file?: { part: string; name: string; content: string | Buffer },
): Form {
  const form: Form = [{ name: 'data_json', content: JSON.stringify(json) }]
  if (file) form.push({ name: file.part, content: file.content, fileName: file.name })
  return form
}
