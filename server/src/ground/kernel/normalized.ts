/** The most marks of one character that are put in order together, as in Unicode's Stream-Safe Text Format. */
const MOST_MARKS = 30

const MARK = /\p{M}/u
/** Characters up to the next marks, with at most that many of them. */
const PIECE = new RegExp(`\\P{M}+(?:\\p{M}{1,${MOST_MARKS}})?|\\p{M}{1,${MOST_MARKS}}`, 'gu')

/**
 * The normal form of a text that anybody may have chosen. Putting the marks of one character in order takes time that
 * grows with the square of their number, minutes for a document of nothing else, so a longer run is normalized in pieces.
 */
export const normalized = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.length > MOST_MARKS && MARK.test(text)
    ? text.replace(PIECE, (piece) => piece.normalize(form))
    : text.normalize(form)
