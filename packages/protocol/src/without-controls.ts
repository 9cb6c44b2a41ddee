/** The end of an operating system command, such as a link or a window's title. */
const END = String.raw`(?:\u0007|\u001b\\|\u009c)`
const COLOUR = String.raw`[\u001b\u009b][[\]()#;?]*(?:\d{1,4}(?:[;:]\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]`
const ENDS = new RegExp(END, 'g')
const COLOURS = new RegExp(COLOUR, 'g')
const COMMANDS_AND_COLOURS = new RegExp(String.raw`\u001b\][\s\S]*?${END}|${COLOUR}`, 'g')

/**
 * A text without terminal control sequences. Node's own function searches the whole text for the
 * end of each command, so many unterminated commands take quadratic time.
 */
export function withoutControls(text: string): string {
  if (!text.includes('\u001b') && !text.includes('\u009b')) return text
  let end = 0
  for (const match of text.matchAll(ENDS)) end = match.index + match[0].length
  return text.slice(0, end).replace(COMMANDS_AND_COLOURS, '') + text.slice(end).replace(COLOURS, '')
}
