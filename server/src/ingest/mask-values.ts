/** Systems assign ports from this number on at random. */
const FIRST_CHANCE_PORT = 32_768

/** Digits to keep, hidden from the masks as private-use characters. */
const KEEP = 0xe000
const hide = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(KEEP + digit.charCodeAt(0)))
const show = (text: string) =>
  text.replace(/[\ue030-\ue039]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - KEEP))

/** Numbers that identify the failure rather than an instance of it. */
const TELLING: [RegExp, (text: string, port?: string) => string][] = [
  [
    /\b(?:status(?: ?code)?|HTTP(?:\/[\d.]+)?|code|exit(?:ed)?(?: with)?(?: code)?|errno|signal)[ :=]+-?\d{1,3}\b/gi,
    hide,
  ],
  [/\b[45]\d\d (?=[A-Z(])/g, hide],
  [
    /\bE[A-Z]{4,} \S*:(\d{1,5})\b/g,
    (text, port = '') => (Number(port) < FIRST_CHANCE_PORT ? text.slice(0, -port.length) + hide(port) : text),
  ],
]

/** The parts that differ between two occurrences of one error, with the words that replace them. */
const MASKS: [RegExp, string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?/g, '<time>'],
  [
    /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? [\w ]{6,14} \d{2}:\d{2}:\d{2}(?: GMT(?:[+-]\d{4})?(?: \([^)\n]{0,60}\))?)?/g,
    '<time>',
  ],
  [/\b(?:https?|wss?):\/\/[^\s"'`)]+/g, '<address>'],
  // Absolute paths only: relative paths are names of imports or routes.
  [/(?<![\w.)\]}])(?:[a-z]:)?(?:[\\/][\w.@~+-]+){2,}(?::\d+)*/gi, '<path>'],
  [/\b(?=[a-z]*\d)[0-9a-f]{8,}\b/gi, '<id>'],
  [/0x[0-9a-f]+/gi, '<number>'],
]

/**
 * A text with numbers, ids, times, addresses and paths masked, except the numbers that identify the failure.
 */
export function maskValues(text: string): string {
  let masked = text
  for (const [pattern, keep] of TELLING) masked = masked.replace(pattern, keep)
  for (const [pattern, word] of MASKS) masked = masked.replace(pattern, word)
  // The lookbehind prevents retries of a shorter word at each of its letters.
  masked = masked.replace(/(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{12,}/g, (word) => (isRandom(word) ? '<id>' : word))
  return show(masked.replace(/\d+(?:[.,_]\d+)*/g, '<number>'))
}

/** Words do not alternate between letters and digits. */
const isRandom = (word: string) => (word.match(/\d+/g)?.length ?? 0) >= 3
