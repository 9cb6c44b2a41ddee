/** Foreign text as code: on one line, short, and without a mark that would end it. */
export const quote = (text: string): string => {
  const line = text
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replaceAll('`', 'ˋ')
    .trim()
  return `\`${line.length > 90 ? `${line.slice(0, 89)}…` : line}\``
}
