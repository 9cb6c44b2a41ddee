/**
 * The stem of an English word by Porter's algorithm (1980), which SQLite uses too: `retries` and `retry` are one.
 * Takes lower case; a word with other characters than a to z remains as it is.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  // A first y is a consonant; in capitals it matches no vowel.
  let stemmed = word.startsWith('y') ? `Y${word.slice(1)}` : word
  stemmed = withoutPlural(stemmed)
  stemmed = withoutPast(stemmed)
  if (stemmed.endsWith('y') && HAS_VOWEL.test(stemmed.slice(0, -1))) stemmed = `${stemmed.slice(0, -1)}i`
  stemmed = replaceSuffix(stemmed, DOUBLE_SUFFIXES, AFTER_ONE)
  stemmed = replaceSuffix(stemmed, SUFFIXES, AFTER_ONE)
  stemmed = withoutEnding(stemmed)
  return withoutSilentE(stemmed).toLowerCase()
}

const CONSONANTS = '[^aeiou][^aeiouy]*'
const VOWELS = '[aeiouy][aeiou]*'
/** The stem has at least one, exactly one, or at least two sequences of a vowel and a consonant. */
const AFTER_ONE = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`)
const EXACTLY_ONE = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}(${VOWELS})?$`)
const AFTER_TWO = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`)
const HAS_VOWEL = new RegExp(`^(${CONSONANTS})?[aeiouy]`)
const SHORT = new RegExp(`^${CONSONANTS}[aeiouy][^aeiouwxy]$`)

function withoutPlural(word: string): string {
  if (/(ss|i)es$/.test(word)) return word.slice(0, -2)
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

function withoutPast(word: string): string {
  if (word.endsWith('eed')) return AFTER_ONE.test(word.slice(0, -3)) ? word.slice(0, -1) : word
  const ending = /(ed|ing)$/.exec(word)?.[0]
  if (!ending) return word
  const base = word.slice(0, -ending.length)
  if (!HAS_VOWEL.test(base)) return word
  if (/(at|bl|iz)$/.test(base) || SHORT.test(base)) return `${base}e`
  return /([^aeiouylsz])\1$/.test(base) ? base.slice(0, -1) : base
}

const DOUBLE_SUFFIXES: Record<string, string> = {
  ational: 'ate',
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  izer: 'ize',
  bli: 'ble',
  alli: 'al',
  entli: 'ent',
  eli: 'e',
  ousli: 'ous',
  ization: 'ize',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  iveness: 'ive',
  fulness: 'ful',
  ousness: 'ous',
  aliti: 'al',
  iviti: 'ive',
  biliti: 'ble',
  logi: 'log',
}
const SUFFIXES: Record<string, string> = {
  icate: 'ic',
  ative: '',
  alize: 'al',
  iciti: 'ic',
  ical: 'ic',
  ful: '',
  ness: '',
}
const LONGEST_SUFFIX = 7

function replaceSuffix(word: string, suffixes: Record<string, string>, needed: RegExp): string {
  for (let length = Math.min(LONGEST_SUFFIX, word.length - 1); length > 1; length--) {
    const replacement = suffixes[word.slice(-length)]
    if (replacement === undefined) continue
    const base = word.slice(0, -length)
    return needed.test(base) ? base + replacement : word
  }
  return word
}

const ENDING = /(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize|(?<=[st])ion)$/

function withoutEnding(word: string): string {
  const ending = ENDING.exec(word)?.[0]
  if (!ending) return word
  const base = word.slice(0, -ending.length)
  return AFTER_TWO.test(base) ? base : word
}

function withoutSilentE(word: string): string {
  let stemmed = word
  if (stemmed.endsWith('e')) {
    const base = stemmed.slice(0, -1)
    if (AFTER_TWO.test(base) || (EXACTLY_ONE.test(base) && !SHORT.test(base))) stemmed = base
  }
  return stemmed.endsWith('ll') && AFTER_TWO.test(stemmed) ? stemmed.slice(0, -1) : stemmed
}
