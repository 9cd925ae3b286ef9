/** A position in a text, both numbers from 1. */
export interface TextPosition {
  line: number
  column: number
}

/** Lines of a text of which some are skipped: offsets exclude them, line numbers include them. */
export class LineTable {
  readonly #starts = [0]
  readonly #numbers = [1]

  /** Adds the next line: its offset, and its distance in lines from the one before. */
  add(start: number, linesBelow: number): void {
    this.#starts.push(start)
    this.#numbers.push(this.#numbers.at(-1)! + linesBelow)
  }

  locate(offset: number): TextPosition {
    let low = 0
    let high = this.#starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.#starts[middle]! <= offset) low = middle
      else high = middle
    }
    return { line: this.#numbers[low]!, column: offset - this.#starts[low]! + 1 }
  }
}

/** Returns the position of an offset in a whole text. */
export function positionIn(text: string, offset: number): TextPosition {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', start)) {
    line += 1
    start = end + 1
  }
  return { line, column: offset - start + 1 }
}
