import { LIMITS } from '@svc/protocol'
import { Problem } from '../../ground/kernel/problem.ts'
import {
  endOfText,
  isPlainByte,
  lineTooLong,
  spend,
  tooDeep,
  valueBudget,
} from '../../ground/kernel/scan-json.ts'
import { refuse } from './check.ts'

/** The list of a document's tests. */
export interface TestList {
  /** Its name in error messages. */
  name: string
  /** Positions of its brackets. */
  start: number
  end: number
  /** Where each item begins; the last is the position of the closing bracket. */
  items: number[]
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPENING_SQUARE = 0x5b
const OPENING_CURLY = 0x7b
const CLOSING_CURLY = 0x7d

/** The lists that contain tests: `results` in svc documents, `results.tests` in CTRF. */
const RESULTS = 'results'
const TESTS = 'tests'

/**
 * Finds the list of tests of a JSON document, so that a few tests can be parsed at a time; null if it has
 * none. Limits depth, sizes and numbers on the way. It does not prove that the text is JSON; parsing does.
 */
export function findTests(bytes: Uint8Array): TestList | null {
  const scan = new DocumentScan(bytes)
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number
    if (isPlainByte(byte)) continue
    if (byte === QUOTE) index = scan.text(index)
    else if (byte === COMMA || byte === COLON) scan.divide(index, byte)
    else if (byte === OPENING_SQUARE || byte === OPENING_CURLY) scan.open(index, byte)
    else scan.close(index, byte)
  }
  return scan.end()
}

class DocumentScan {
  readonly #bytes: Uint8Array
  readonly #values = valueBudget(LIMITS.bodyValues)
  #found: TestList | null = null
  #isInList = false
  #listDepth = 0
  #depth = 0
  /** The last key of the document itself, and of an object in it. */
  #outerKey = ''
  #innerKey = ''
  /** Keys, items and brackets of the current item, and of the fields beside the list. */
  #inItem = 0
  #beside = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Returns the position of its last quote. */
  text(position: number): number {
    const end = endOfText(this.#bytes, position, this.#bytes.length)
    if (this.#isInList || this.#depth === 0 || this.#depth > 2 || !this.#isKey(end)) return end
    const name = this.#shortText(position + 1, end)
    if (this.#depth === 1) this.#outerKey = name
    else this.#innerKey = name
    return end
  }

  divide(position: number, byte: number): void {
    if (!this.#isInList) this.#beside++
    else if (byte === COMMA && this.#depth === this.#listDepth) {
      this.#endItem(position)
      this.#found?.items.push(position + 1)
    } else this.#inItem++
  }

  open(position: number, byte: number): void {
    if (++this.#depth > LIMITS.nesting) throw tooDeep('body')
    if (this.#isInList) {
      this.#inItem++
      return
    }
    this.#beside++
    const name = byte === OPENING_SQUARE ? this.#listName() : null
    if (name === null) return
    if (this.#found) refuse(name, 'one list of tests, and there are two')
    this.#found = { name, start: position, end: position, items: [position + 1] }
    this.#isInList = true
    this.#listDepth = this.#depth
  }

  close(position: number, byte: number): void {
    const list = this.#found
    if (list && this.#isInList && this.#depth === this.#listDepth) {
      if (byte === CLOSING_CURLY) refuse(list.name, 'an array that ends with "]"')
      this.#endItem(position)
      list.items.push(position)
      list.end = position
      this.#isInList = false
    }
    this.#depth--
  }

  end(): TestList | null {
    const list = this.#found
    if (list && this.#isInList)
      refuse(list.name, 'an array, but the body ends in the middle of it; send it whole')
    spend('body', this.#beside, this.#values)
    const size = this.#bytes.length - (list ? list.end - list.start : 0)
    if (size > LIMITS.lineBytes) throw lineTooLong(list ? `body without its ${list.name}` : 'body')
    return list
  }

  #listName(): string | null {
    if (this.#outerKey !== RESULTS) return null
    if (this.#depth === 2) return RESULTS
    return this.#depth === 3 && this.#innerKey === TESTS ? `${RESULTS}.${TESTS}` : null
  }

  #endItem(position: number): void {
    const { name, items } = this.#found as TestList
    const place = `${name}[${items.length - 1}]`
    if (items.length > LIMITS.bodyEntries) throw tooManyTests(name)
    if (position - (items.at(-1) as number) > LIMITS.lineBytes) throw lineTooLong(place)
    spend(place, this.#inItem, this.#values)
    this.#inItem = 0
  }

  #isKey(end: number): boolean {
    let position = end + 1
    while (isSpace(this.#bytes[position])) position++
    return this.#bytes[position] === COLON
  }

  /** Only short names matter. */
  #shortText(start: number, end: number): string {
    return end - start > RESULTS.length ? '' : String.fromCharCode(...this.#bytes.subarray(start, end))
  }
}

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

export const tooManyTests = (place: string) =>
  new Problem(
    'PAYLOAD_TOO_LARGE',
    `${place}: expected at most ${LIMITS.bodyEntries} tests with all their attempts. Send a larger report with the command "svc upload", which sends it in pieces.`,
  )
