/** Returns the URL of the first, middle or last page of a list, or of the page with a number. */
export async function pageUrl(
  url: string,
  which: string,
  headers: Record<string, string>,
): Promise<string> {
  const query = withTimes(url)
  if (!['middle', 'last'].includes(which)) return `${query}page=${which === 'first' ? 1 : which}`
  const first = await (await fetch(`${query}page=1`, { headers })).json()
  const { page_count } = (first as { pagination: { page_count: number } }).pagination
  return `${query}page=${which === 'last' ? page_count : Math.ceil(page_count / 2)}`
}

/** Replaces a day, a tenth of all days and a long range in a URL by times. */
export function withTimes(url: string): string {
  const ago = (days: number) => Math.floor(Date.now() / 1000 - days * 86_400)
  return url
    .replace('{day}', `from_timestamp=${ago(45)}&to_timestamp=${ago(44)}`)
    .replace('{tenth}', `from_timestamp=${ago(9)}`)
    .replace('{range}', `from_timestamp=${ago(80)}&to_timestamp=${ago(5)}`)
}
