/** The commands of a shell text that run one after the other while each succeeds; null if it does anything else. */
export const chainOf = (text: string): string[][] | null => {
  const commands: string[][] = [[]]
  let word: string | undefined
  const end = () => {
    if (word !== undefined) commands.at(-1)?.push(word)
    word = undefined
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (character === '"' || character === "'") {
      const close = text.indexOf(character, at + 1)
      if (close === -1) return null
      const quoted = text.slice(at + 1, close)
      // In double quotes, a shell still runs what these name.
      if (character === '"' && /[`\\]|\$\(/.test(quoted)) return null
      word = `${word ?? ''}${quoted}`
      at = close
    } else if (text.startsWith('&&', at)) {
      end()
      commands.push([])
      at++
    } else if (/\s/.test(character)) {
      if (character === '\n') return null
      end()
    } else if (MORE.test(character) || text.startsWith('$(', at)) return null
    else word = `${word ?? ''}${character}`
  }
  end()
  return commands.every((command) => command.length > 0) ? commands : null
}

/** Other lists, pipes, redirections, groups, comments and escapes. */
const MORE = /[;|&<>()`\\{}#]/
