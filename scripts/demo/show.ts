/** Prints steps as they happen, and the comment as a terminal can show it. */
export interface Screen {
  line(text?: string): void
  /** Runs a step, with its name before and its duration after it. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>
  markdown(text: string): void
}

const ESC = '\u001b['

/** Without `hasLinks` the Markdown is shown without the addresses of its links. */
export function makeScreen(stream: NodeJS.WriteStream, { hasLinks }: { hasLinks: boolean }): Screen {
  const colours = stream.isTTY && !process.env.NO_COLOR
  const paint = (code: string, text: string) => (colours ? `${ESC}${code}m${text}${ESC}0m` : text)
  const line = (text = '') => void stream.write(`${text}\n`)
  return {
    line,
    async step(name, work) {
      const start = performance.now()
      if (stream.isTTY) stream.write(`  ${name} …`)
      try {
        const result = await work()
        const seconds = ((performance.now() - start) / 1000).toFixed(1)
        stream.write(
          `${stream.isTTY ? '\r' : ''}${paint('32', '✓')} ${name} ${paint('2', `(${seconds} s)`)}\n`,
        )
        return result
      } catch (error) {
        stream.write(`${stream.isTTY ? '\r' : ''}${paint('31', '✗')} ${name} \n`)
        throw error
      }
    },
    markdown(text) {
      for (const raw of text.split('\n')) {
        const shown = readable(raw, hasLinks)
        if (shown === null) continue
        if (raw.startsWith('### ')) line(paint('1', `\n${shown}\n`))
        else if (raw.startsWith('<details')) line(paint('1', shown))
        else line(shown)
      }
    },
  }
}

/** A line of the comment without its markup; null for a line of markup alone. */
function readable(line: string, hasLinks: boolean): string | null {
  if (line === '---') return ''
  if (/^(<!--.*-->|<\/details>|\s*`{3,}\w*)$/.test(line)) return null
  return line
    .replace(/^#+ /, '')
    .replace(/<\/?(details|summary|code)[^>]*>/g, '')
    .replace(/\*\*/g, '')
    .replace(/\[([^\]]*)\]\(([^)]*)\)/g, hasLinks ? '$1 ($2)' : '$1')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/[\u200b\u2060]/g, '')
}
