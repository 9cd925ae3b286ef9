/** Saves a text as a file, without asking the service. */
export function download(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }))
  downloadFrom(url, name)
  URL.revokeObjectURL(url)
}

/** Saves what is at an address as a file, named as the service says unless a name is given. */
export function downloadFrom(href: string, name = '') {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}
