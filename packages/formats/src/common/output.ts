/** Twice what the client reads, so that it detects the cut. */
const HEAD_LENGTH = 96 * 1024
const TAIL_LENGTH = 48 * 1024
const MARK = '[[ATTACHMENT|'
const MARKED = /\[\[ATTACHMENT\|([^\]|\r\n]{1,4096})\]\]/g
const MOST_ATTACHMENTS = 101

/** Keeps the start of a text of any length. */
export class HeadText {
  #text = ''

  add(piece: string): void {
    const room = HEAD_LENGTH - this.#text.length
    if (room > 0) this.#text += piece.length > room ? piece.slice(0, room) : piece
  }

  get text(): string {
    return this.#text
  }
}

/** Keeps the end of a test's output, and collects the attachments that it names. */
export class TailText {
  #text = ''
  /** The part of a text that may be the start of a mark. */
  #open = ''
  readonly attachments: string[] = []

  add(piece: string): void {
    this.#find(piece)
    this.#text =
      this.#text.length + piece.length > 2 * TAIL_LENGTH
        ? (this.#text + piece).slice(-TAIL_LENGTH)
        : this.#text + piece
  }

  get text(): string {
    return this.#text
  }

  #find(piece: string): void {
    const text = this.#open + piece
    this.#open = ''
    if (text.includes(MARK))
      for (const [, path = ''] of text.matchAll(MARKED))
        if (this.attachments.length < MOST_ATTACHMENTS) this.attachments.push(path.trim())
    const last = text.lastIndexOf('[[')
    if (last >= 0 && text.length - last < 4200 && !text.includes(']]', last)) this.#open = text.slice(last)
    else if (text.endsWith('[')) this.#open = '['
  }
}
